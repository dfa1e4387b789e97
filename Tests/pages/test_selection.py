"""What is selected in a table is selected on the map, and the other way round."""

from support import PageTest, Place, drive, mercator, milliseconds, picture, place, rows, tables


class Selection(PageTest):
    def look_at(self, page, place: Place, zoom: float) -> None:
        """Puts a place a little off the middle of the map, and lets the vehicle drive on without it."""
        page.evaluate(
            """([lat, lon, zoom]) => { const { map } = window.replay;
              map.follow = false; map.setCamera({ lat: lat + 0.00005, lon: lon + 0.0001, zoom }); map.draw(); }""",
            [*place, zoom])

    def pixel(self, page, place: Place) -> tuple[float, float]:
        """Where a place is on the screen."""
        camera, box = page.evaluate("window.replay.map.cameraState()"), page.locator("#map").bounding_box()
        there = mercator(*place, camera["zoom"])
        middle = mercator(camera["lat"], camera["lon"], camera["zoom"])
        return (
            box["x"] + box["width"] / 2 + there[0] - middle[0], box["y"] + box["height"] / 2 + there[1] - middle[1])

    def assert_selected(self, page, table: str, row: int) -> None:
        """The row alone is selected, and lies in sight in the table that is shown."""
        selected = page.locator("[role=row][aria-selected=true]")
        self.assertEqual(selected.evaluate_all("rows => rows.map(row => row.id)"), [f"grid-{table}-{row}"])
        inside, outside = selected.bounding_box(), page.locator(f"#grid-{table}").bounding_box()
        self.assertGreaterEqual(inside["y"], outside["y"] - 1)
        self.assertLessEqual(inside["y"] + inside["height"], outside["y"] + outside["height"] + 1)

    def test_a_click_on_a_row_moves_the_replay_there_and_marks_it_on_the_map(self):
        maneuvers = rows(tables("courier.gpx"), "maneuvers")
        page = self.open(drive("courier.gpx"))
        for row, maneuver in enumerate(maneuvers):
            page.get_by_role("tab", name="Maneuvers").click()
            page.locator(f"#grid-maneuvers-{row}").click()
            self.assertAlmostEqual(page.evaluate("window.replay.clock.time"), milliseconds(maneuver["time"]), delta=1)
            self.assert_selected(page, "maneuvers", row)
            selected = picture(page)
            page.keyboard.press("Escape")
            self.assertTrue(picture(page) != selected, "the map shows what is selected")

    def test_rows_of_every_table_move_the_replay_to_their_time(self):
        page = self.open(drive("courier.gpx"))
        columns = [("edges", "Edges", "enter_time"), ("events", "Events", "begin_time"), ("points", "Fixes", "time")]
        for table, tab, column in columns:
            with self.subTest(table):
                page.get_by_role("tab", name=tab).click()
                page.locator(f"#grid-{table}").focus()
                page.keyboard.press("Home")
                self.assert_selected(page, table, 0)
                page.keyboard.press("End")
                last = len(rows(tables("courier.gpx"), table)) - 1
                self.assert_selected(page, table, last)
                self.assertAlmostEqual(
                    page.evaluate("window.replay.clock.time"),
                    milliseconds(rows(tables("courier.gpx"), table)[last][column]), delta=1)

    def test_a_click_on_a_fix_of_the_map_selects_its_row_and_scrolls_to_it(self):
        fixes = rows(tables("bus-7.gpx", "--limit", "1"), "points")
        page = self.open(drive("bus-7.gpx", "--limit", "1"))
        page.get_by_role("tab", name="Fixes").click()
        for row in (40, 125, 245, 60):
            fix = place(fixes[row])
            self.look_at(page, fix, 20)
            page.mouse.click(*self.pixel(page, fix))
            self.assert_selected(page, "points", row)

    def test_a_click_on_the_marker_of_an_event_selects_its_row(self):
        for trace in ("courier.gpx", "wrong-way.gpx", "forest.csv"):
            with self.subTest(trace):
                events = rows(tables(trace), "events")
                page = self.open(drive(trace))
                for row, event in enumerate(events):
                    marker = place(event)
                    if any(place(other).distance(marker) < 20 for other in events if other is not event):
                        continue
                    self.look_at(page, marker, 17)
                    page.mouse.click(*self.pixel(page, marker))
                    self.assert_selected(page, "events", row)

    def test_a_stretch_that_is_selected_is_drawn_and_all_of_it_is_in_view(self):
        page = self.open(drive("wrong-way.gpx"))
        page.get_by_role("tab", name="Events").click()
        page.locator("#grid-events-0").click()
        lines = page.evaluate("""() => { const { camera, stretch } = window.replay.map;
          const places = (line) => line.flatMap((x, i) => (i % 2 ? [] : [camera.toScreen(x, line[i + 1])]));
          return stretch.map(places); }""")
        event, box = rows(tables("wrong-way.gpx"), "events")[0], page.locator("#map").bounding_box()
        self.assertEqual(len(lines), 1)
        for at in lines[0]:
            self.assertTrue(0 < at["x"] < box["width"] and 0 < at["y"] < box["height"], "the stretch is in view")
        metres = page.evaluate("""() => { const { track, moments } = window.replay;
          return track.at(moments.ends('events')[0]).s - track.at(moments.times('events')[0]).s }""")
        self.assertAlmostEqual(metres, float(event["length_m"]), delta=10)

    def test_escape_and_a_click_beside_everything_select_nothing(self):
        page = self.open(drive("courier.gpx"))
        selected = page.locator("[role=row][aria-selected=true]")
        page.locator("#grid-maneuvers-2").click()
        self.assertEqual(selected.count(), 1)
        page.keyboard.press("Escape")
        self.assertEqual(selected.count(), 0)

    def test_the_details_of_a_fix_say_why_it_is_on_its_road(self):
        page = self.open(drive("wrong-way.gpx", "--table", "+candidates"))
        page.get_by_role("tab", name="Fixes").click()
        page.locator("#grid-points").focus()
        page.keyboard.press("Home")
        page.locator("#grid-points-3").click()
        for word in ("Why", "emission", "transition", "posterior"):
            self.assertIn(word, page.locator("#details").inner_text())
        self.assertGreater(page.locator("#details table tbody tr").count(), 1)
        self.assertEqual(page.locator("#details table tr.chosen").count(), 1)

"""The replay: its clock, links to moments, keys, follow, theme, layers."""

from support import PageTest, drive, in_picture, milliseconds, picture, rows, tables

TIME = "window.replay.clock.time"
FOLLOW = """link => new Promise(followed => {
  addEventListener('hashchange', followed, { once: true });
  location.hash = link;
})"""
"""Follows a link of the page, and waits until the page has heard of it: the browser tells it later, in an event."""
FRAME = 1000 / 60


BRIGHTNESS = "({ data }) => data.reduce((sum, value, at) => sum + (at % 4 < 3 ? value : 0), 0) / data.length / 3 * 4"
MENU = 300
"""Pixels at the right that the menu covers."""


class Replay(PageTest):
    def moved(self, page, milliseconds: float) -> float:
        """By how much the replay moves in so much time of the browser."""
        before = page.evaluate(TIME)
        page.clock.run_for(milliseconds)
        return page.evaluate(TIME) - before

    def open_still(self, *arguments):
        """A page whose browser has a clock that stands still."""
        page = self.open(*arguments)
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
        return page

    def test_at_ten_times_the_speed_a_second_moves_the_replay_by_ten(self):
        page = self.open_still(drive("courier.gpx"))
        for speed in (10, 1, 100):
            with self.subTest(speed):
                page.locator("#speed").select_option(str(speed))
                page.get_by_role("button", name="Play", exact=True).click()
                self.assertAlmostEqual(self.moved(page, 1000), speed * 1000, delta=speed * FRAME)
                page.get_by_role("button", name="Pause", exact=True).click()
                self.assertEqual(self.moved(page, 1000), 0)

    def test_playing_moves_the_arrow_the_timeline_and_the_clock_together(self):
        page = self.open_still(drive("courier.gpx"))
        page.locator("#speed").select_option("10")
        page.get_by_role("button", name="Play", exact=True).click()
        page.clock.run_for(6000)
        page.get_by_role("button", name="Pause", exact=True).click()
        time = page.evaluate(TIME)
        self.assertAlmostEqual(time - milliseconds("2026-05-04T07:30:00Z"), 60_000, delta=200)
        self.assertEqual(page.locator("#time-clock").inner_text(), "07:31:00")

    def test_it_stops_at_the_end_and_plays_from_the_begin_again(self):
        page = self.open_still(drive("courier.gpx"))
        page.keyboard.press("End")
        begin, end = page.evaluate("[window.replay.clock.begin, window.replay.clock.end]")
        self.assertEqual(page.evaluate(TIME), end)
        page.keyboard.press("Space")
        page.clock.run_for(1000)
        self.assertLess(page.evaluate(TIME), begin + 101_000)
        page.locator("#speed").select_option("100")
        page.clock.run_for(10_000)
        self.assertEqual(page.evaluate("[window.replay.clock.time, window.replay.clock.playing]"), [end, False])

    def test_a_link_opens_at_its_moment(self):
        for mark, time in [("#t=2026-05-04T07:33:00Z", "2026-05-04T07:33:00Z"), ("#t=90.5", "2026-05-04T07:31:30.5Z")]:
            with self.subTest(mark):
                page = self.open(drive("courier.gpx"), mark)
                self.assertEqual(page.evaluate(TIME), milliseconds(time))
                page.evaluate(FOLLOW, "#t=2026-05-04T07:35:10Z")
                self.assertEqual(page.evaluate(TIME), milliseconds("2026-05-04T07:35:10Z"))

    def test_links_that_cannot_be_read_open_at_the_begin(self):
        unknown = "#t=2026-05-04T07:33:00Z&row=edges:99999&z=abc"
        for mark in ("#t=soon", "#t=", "#nonsense", unknown, "#row=<img>:1", "#%"):
            with self.subTest(mark):
                page = self.open(drive("courier.gpx"), mark)
                self.assertGreaterEqual(page.evaluate(TIME), milliseconds("2026-05-04T07:30:00Z"))

    def test_keys(self):
        page = self.open_still(drive("courier.gpx"))
        state = lambda: page.evaluate("(({ time, speed, playing }) => [time, speed, playing])(window.replay.clock)")
        begin = page.evaluate("window.replay.clock.begin")
        page.keyboard.press("ArrowRight")
        self.assertEqual(state()[0], begin + 1000)
        page.keyboard.press("Shift+ArrowRight")
        self.assertEqual(state()[0], begin + 11_000)
        page.keyboard.press("ArrowLeft")
        self.assertEqual(state()[0], begin + 10_000)
        speed = state()[1]
        page.keyboard.press("ArrowUp")
        self.assertGreater(state()[1], speed)
        page.keyboard.press("ArrowDown")
        self.assertEqual(state()[1], speed)
        page.keyboard.press("k")
        self.assertTrue(state()[2])
        page.keyboard.press("Space")
        self.assertFalse(state()[2])
        page.keyboard.press("Home")
        page.keyboard.press("n")
        self.assertGreater(state()[0], begin)

    def test_dragging_lets_the_map_go_and_the_button_follows_again(self):
        page = self.open_still(drive("courier.gpx"))
        page.get_by_role("button", name="Play", exact=True).click()
        page.clock.run_for(2000)
        self.assertTrue(page.evaluate("window.replay.map.follow"))
        before = page.evaluate("window.replay.map.cameraState()")
        page.mouse.move(300, 400)
        page.mouse.down()
        page.mouse.move(400, 300, steps=5)
        page.mouse.up()
        self.assertFalse(page.evaluate("window.replay.map.follow"))
        after = page.evaluate("window.replay.map.cameraState()")
        self.assertGreater(before["lon"], after["lon"])
        self.assertGreater(before["lat"], after["lat"])
        page.get_by_role("button", name="Follow the vehicle").click()
        self.assertTrue(page.evaluate("window.replay.map.follow"))

    def test_a_map_that_turns_with_the_vehicle_has_it_drive_upwards_in_the_lower_third(self):
        page = self.open_still(drive("courier.gpx"))
        button = page.get_by_role("button", name="Turn the map with the vehicle")
        state = """() => { const { map } = window.replay, now = map.track.at(window.replay.clock.time);
          const at = map.camera.toScreen(now.x, now.y);
          return [map.camera.bearing, now.heading, at.x / map.camera.width, at.y / map.camera.height]; }"""
        button.click()
        page.get_by_role("button", name="Play", exact=True).click()
        page.clock.run_for(3000)
        page.get_by_role("button", name="Pause", exact=True).click()
        page.clock.run_for(4000)
        bearing, heading, across, down = page.evaluate(state)
        self.assertAlmostEqual(bearing, heading, delta=0.01)
        self.assertNotAlmostEqual(bearing, 0, delta=1)
        self.assertAlmostEqual(across, 0.5, delta=0.01)
        self.assertGreater(down, 2 / 3)
        self.assertEqual(button.get_attribute("aria-pressed"), "true")
        page.keyboard.press("u")
        page.clock.run_for(4000)
        self.assertEqual(page.evaluate(state)[0], 0)
        self.assertEqual(button.get_attribute("aria-pressed"), "false")

    def test_a_reader_who_wants_nothing_to_move_has_the_map_turned_at_once(self):
        page = self.open_still(drive("courier.gpx"))
        page.emulate_media(reduced_motion="reduce")
        page.get_by_role("button", name="Turn the map with the vehicle").click()
        bearing, heading = page.evaluate(
            "[window.replay.map.camera.bearing, window.replay.map.track.at(window.replay.clock.time).heading]")
        self.assertLess(abs((bearing - heading + 540) % 360 - 180), 30.01)
        page.keyboard.press("u")
        page.clock.run_for(20)
        self.assertEqual(page.evaluate("window.replay.map.camera.bearing"), 0)

    def test_raster_tiles_are_not_turned(self):
        page = self.open(drive("courier.gpx", "--tiles", "https://tile.invalid/{z}/{x}/{y}.png"), watched=False)
        self.assertFalse(page.locator("#heading-button").is_visible())

    def test_layers_are_drawn_and_not_drawn(self):
        page = self.open(drive("wrong-way.gpx", "--table", "+candidates"))
        event = rows(tables("wrong-way.gpx"), "events")[0]
        page.evaluate(
            """([lat, lon]) => {
              const { map } = window.replay;
              map.follow = false;
              map.setCamera({ lat, lon, zoom: 17 });
              map.draw();
              map.resize();
            }""",
            [float(event["lat"]), float(event["lon"])])
        page.get_by_role("button", name="Layers").click()
        boxes = page.locator("#layers-menu input[type=checkbox]:not(:disabled)")
        self.assertGreater(boxes.count(), 4)
        layers = page.evaluate("window.replay.map.layers")
        checked = page.locator("#layers-menu input[type=checkbox]:checked")
        self.assertEqual(sum(layer["on"] for layer in layers if layer["available"]), checked.count())
        boxes.first.click()
        boxes.first.click()  # what is painted from now on begins at the same pixel
        for box in boxes.all():
            before, on = picture(page, MENU), box.is_checked()
            box.click()
            self.assertNotEqual(box.is_checked(), on)
            name = box.evaluate("box => box.closest('label').innerText")
            self.assertTrue(picture(page, MENU) != before, f"the map shows whether there are {name}")
            box.click()
            self.assertTrue(picture(page, MENU) == before, f"the map is as before without and with {name}")

    def test_day_and_night(self):
        day, night = (self.open(drive("courier.gpx"), color_scheme=scheme) for scheme in ("light", "dark"))
        self.assertGreater(in_picture(picture(day), BRIGHTNESS), 180)
        self.assertLess(in_picture(picture(night), BRIGHTNESS), 80)
        themes = []
        for _ in range(3):
            day.keyboard.press("d")
            themes.append(in_picture(picture(day), BRIGHTNESS) > 128)
        self.assertEqual(sorted(themes), [False, True, True], "day, night, and as the system")

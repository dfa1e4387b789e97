"""What axe-core finds on the pages that keeps readers out: nothing serious, by day and night, on a desk and a phone."""

import itertools

from axe_playwright_python.sync_playwright import Axe
from support import TRACES, PageTest, drive, matched, new_folder, town
from test_month import month
from test_night import night
from test_tours import page_of

OPTIONS = {"resultTypes": ["violations"], "preload": False}
"""Pages may not read their own style sheets, so axe must not ask for them."""
GRAVE = {"serious", "critical"}
SCREENS = {"desk": {}, "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}}
LOOKS = list(itertools.product(SCREENS.values(), ("light", "dark")))


class Accessible(PageTest):
    def find(self, page, what: str) -> None:
        """Fails with what is grave, and where."""
        found = Axe().run(page, options=OPTIONS).response["violations"]
        grave = [
            (violation["id"], [node["target"] for node in violation["nodes"]])
            for violation in found if violation["impact"] in GRAVE]
        self.assertEqual(grave, [], what)

    def test_a_button_without_a_name_is_found(self):
        page = self.open(drive("courier.gpx"))
        page.evaluate("document.body.append(document.createElement('button'))")
        self.assertRaises(AssertionError, self.find, page, "a button")

    def test_the_page_of_a_drive_with_each_of_its_tables(self):
        for screen, scheme in LOOKS:
            page = self.open(drive("wrong-way.gpx", "--table", "+candidates"), color_scheme=scheme, **screen)
            self.find(page, f"as it opens, {scheme}")
            for tab in page.get_by_role("tab").all():
                tab.click()
                self.find(page, f"{tab.inner_text()}, {scheme}")

    def test_what_opens_on_the_page_of_a_drive(self):
        for screen, scheme in LOOKS:
            page = self.open(drive("courier.gpx"), color_scheme=scheme, **screen)
            page.locator("#layers-button").click()
            self.find(page, f"the layers, {scheme}")
            page.keyboard.press("Escape")
            page.keyboard.press("?")
            self.find(page, f"the keys, {scheme}")

    def test_the_page_of_a_tour(self):
        for screen, scheme in LOOKS:
            self.find(self.open(page_of("courier"), color_scheme=scheme, **screen), scheme)

    def test_the_list_of_pages(self):
        folder = matched(TRACES, town(), "--format", "html", "-o", new_folder())
        for screen, scheme in LOOKS:
            self.find(self.open(f"{folder}index.html", ready="[role=row] a", color_scheme=scheme, **screen), scheme)

    def test_the_page_of_a_night_with_each_of_its_panels(self):
        for screen, scheme in LOOKS:
            page = self.open(night()[1], color_scheme=scheme, **screen)
            for tab in page.get_by_role("tab").all():
                tab.click()
                self.find(page, f"{tab.inner_text()}, {scheme}")

    def test_the_page_of_a_month(self):
        for screen, scheme in LOOKS:
            self.find(self.open(month()[1], color_scheme=scheme, **screen), scheme)

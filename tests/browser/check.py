#!/usr/bin/env python3
"""Opens reports in a real browser and looks at what a reader would see.

usage: check.py SUDOGA [SCREENSHOTS]

SUDOGA is the program. Where SCREENSHOTS is named, pictures of the pages go there. Needs Python and
Chromium, which is talked to over a pipe, so that nothing else is needed. Not part of `cargo test`,
which needs Rust alone.
"""

import base64
import fcntl
import json
import os
import pathlib
import subprocess
import sys
import tempfile

PLAN = """
name = "browser <script>window.harmed = 1</script>"
about = "a page with everything & more"
seed = 1
repeats = 6
history = true
puzzles = ["hostile.txt", "@twodoku/easy-1", "@twodoku/medium-1"]
methods = ["baseline", "local-search", {name = "<img src=x onerror=alert(1)>", extends = "baseline", population = 100}]

[budget]
generations = 60
"""

HOSTILE = """# name: <script>window.harmed = 1</script>
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
"""


# Texts of pictures that differ little in lightness from the shape they stand on.
FAINT = """(() => {
    const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part) / 3, 0);
    const faint = [];
    for (const svg of document.querySelectorAll('figure svg')) {
        const isFilled = (rect) => getComputedStyle(rect).fill.startsWith('rgb(');
        const rects = [...svg.querySelectorAll('rect')].filter(isFilled).map(rect => [rect.getBoundingClientRect(), rect]);
        for (const text of svg.querySelectorAll('text')) {
            const box = text.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const under = rects.filter(([one]) => one.left <= x && x <= one.right && one.top <= y && y <= one.bottom);
            if (!under.length) continue;
            const [, ground] = under.reduce((best, one) => one[0].width * one[0].height <= best[0].width * best[0].height ? one : best);
            const apart = Math.abs(light(getComputedStyle(text).fill) - light(getComputedStyle(ground).fill));
            if (apart < 70) faint.push(text.textContent.trim());
        }
    }
    return faint;
})()"""


class Browser:
    """A headless Chromium and one page in it."""

    def __init__(self, profile):
        to_browser, self.pen = os.pipe()
        self.ear, from_browser = os.pipe()

        def wire():
            # The browser reads from 3 and writes to 4, which may be taken by these very pipes.
            reads, writes = (fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, from_browser))
            os.dup2(reads, 3)
            os.dup2(writes, 4)

        self.process = subprocess.Popen(
            [
                "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
                "--no-first-run", "--disable-background-networking", "--disable-component-update",
                "--disable-sync", "--remote-debugging-pipe", f"--user-data-dir={profile}",
                "about:blank",
            ],
            preexec_fn=wire, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.rest, self.events, self.session = 0, b"", [], None
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")

    def hear(self):
        while b"\0" not in self.rest:
            piece = os.read(self.ear, 1 << 16)
            if not piece:
                raise SystemExit("the browser has ended")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.pen, json.dumps(message).encode() + b"\0")
        while True:
            heard = self.hear()
            if heard.get("id") == self.number:
                if "error" in heard:
                    raise SystemExit(f"{method}: {heard['error']}")
                return heard["result"]
            self.events.append(heard)

    def open(self, url):
        self.call("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.hear())

    def tell(self, expression):
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in found:
            raise SystemExit(f"{expression}: {found['exceptionDetails']}")
        return found["result"].get("value")

    def screen(self, width, scheme):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=900,
                  deviceScaleFactor=1, mobile=width < 600)
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.call("Emulation.setEmulatedMedia", features=[feature])

    def picture(self, path, whole=True):
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(shot["data"]))

    def end(self):
        os.close(self.pen)
        self.process.wait(timeout=20)


def demand(holds, what):
    print(f"{'ok' if holds else 'FAILED'}: {what}")
    if not holds:
        raise SystemExit(1)


def loudness(colour):
    """How light a colour like `rgb(1, 2, 3)` is, 0 to 255."""
    numbers = [float(part) for part in colour[colour.index("(") + 1:-1].split(",")[:3]]
    return sum(numbers) / 3


def look(browser, page, shots):
    browser.events.clear()
    browser.screen(1100, "light")
    browser.open(page.as_uri())
    name = page.parent.name
    demand(browser.tell("window.harmed") is None, f"{name}: text of the results does nothing")
    demand(browser.tell("document.querySelectorAll('img, main script').length") == 0,
           f"{name}: text of the results makes no elements")
    demand(browser.tell("document.querySelectorAll('figure svg').length") > 1, f"{name}: pictures")
    demand(browser.tell("[...document.querySelectorAll('figure svg')].every(one => one.getBoundingClientRect().width > 100)"),
           f"{name}: pictures are seen")
    sorts(browser, name)
    for width, scheme in [(1100, "light"), (1100, "dark"), (375, "light"), (375, "dark")]:
        browser.screen(width, scheme)
        paper = browser.tell("getComputedStyle(document.body).backgroundColor")
        ink = browser.tell("getComputedStyle(document.querySelector('figure svg text')).fill")
        ground = browser.tell("getComputedStyle(document.querySelector('figure svg rect')).fill")
        is_dark = scheme == "dark"
        demand((loudness(paper) < 60) == is_dark and (loudness(ground) < 60) == is_dark
               and (loudness(ink) > 180) == is_dark, f"{name}: {scheme} at {width}, {ink} on {ground}")
        faint = browser.tell(FAINT)
        demand(faint == [], f"{name}: {scheme} at {width}, every text can be read {faint}")
        demand(browser.tell("document.documentElement.scrollWidth") <= width,
               f"{name}: fits a screen of {width} pixels")
        if shots:
            browser.picture(shots / f"{name}-{width}-{scheme}.png")
    asked = [event["params"]["request"]["url"] for event in browser.events
             if event.get("method") == "Network.requestWillBeSent"]
    strangers = [url for url in asked if url != page.as_uri() and not url.startswith("data:")]
    demand(not strangers, f"{name}: asks nobody for anything {strangers}")
    loud = [event for event in browser.events if event.get("method") in
            ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")]
    demand(not loud, f"{name}: nothing on the console {loud}")


def sorts(browser, name):
    """Clicks the name of every column of every table twice."""
    found = browser.tell("""(() => {
        const tables = [...document.querySelectorAll('table')].filter(table => table.tBodies[0].rows.length > 1);
        let sorted = 0;
        for (const table of tables) {
            for (const head of table.tHead.rows[0].cells) {
                const column = head.cellIndex;
                const texts = () => [...table.tBodies[0].rows].map(row => row.cells[column].textContent.trim());
                const before = texts().sort().join();
                head.querySelector('button').click();
                const up = texts();
                head.querySelector('button').click();
                const down = texts();
                const told = (list) => list.filter(text => text !== '-');
                const differ = new Set(told(up)).size > 1;
                if (up.slice().sort().join() !== before) return 'rows were lost';
                if (head.getAttribute('aria-sort') !== 'descending') return 'aria-sort';
                if (differ && told(up)[0] === told(down)[0]) return 'not turned: ' + head.textContent;
                const numbers = told(up).map(Number);
                const falls = (number, place) => place > 0 && number < numbers[place - 1];
                if (!numbers.some(Number.isNaN) && numbers.some(falls)) return 'not by value: ' + head.textContent;
                if (up.includes('-') && up[up.length - 1] !== '-') return 'missing not last';
                sorted += 1;
            }
        }
        return sorted;
    })()""")
    demand(isinstance(found, (int, float)) and found > 3, f"{name}: columns that sort on a click: {found}")
    numbers = browser.tell("""(() => {
        const head = [...document.querySelectorAll('th.number')].find(head => head.textContent.startsWith('solved'));
        if (!head) return null;
        head.querySelector('button').click();
        const share = (text) => { const [a, b] = text.split('/').map(Number); return a / b; };
        return [...head.closest('table').tBodies[0].rows].map(row => share(row.cells[head.cellIndex].textContent));
    })()""")
    demand(numbers is not None and numbers == sorted(numbers), f"{name}: shares sort by value")


def main():
    sudoga = pathlib.Path(sys.argv[1]).resolve()
    shots = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        (place / "plan.toml").write_text(PLAN)
        (place / "hostile.txt").write_text(HOSTILE)
        commands = [
            ["run", "plan.toml", "-o", "comparison", "--report", "-q"],
            ["sweep", "@twodoku/medium-1", "--mutation", "0.05,0.1,0.2", "--crossover", "0.1,0.5,1",
             "--generations", "200", "--repeats", "10", "--seed", "1", "-o", "sweep", "--report", "-q"],
        ]
        for command in commands:
            subprocess.run([sudoga, *command], cwd=place, check=True, stdout=subprocess.DEVNULL)
        browser = Browser(place / "profile")
        for name in ["comparison", "sweep"]:
            look(browser, place / name / "report.html", shots)
        browser.end()
    print("the reports open, sort, adapt and keep to themselves")


main()

"""The page in Chromium: games by clicking, links, languages, small screens, and a look inside.

Set ZEROLAB_SCREENSHOTS to a folder to keep the pictures.
"""

import asyncio

import pytest

from src import games
from src.play.web import make_app, serving
from src.solvers.referee import referee
from tests.play.pages import PHONE, Visitor

pytestmark = pytest.mark.slow

THINKS = "#thinking"


def first_free(visitor: Visitor) -> int:
    game, moves = visitor.position
    return game.legal_actions(game.replay(moves))[0]


def test_a_whole_game_by_clicking(visitor):
    visitor.visit()
    visitor.picture("1-begin")
    visitor.play(first_free(visitor))
    visitor.wait_for_turn()
    visitor.picture("2-answer")
    while "win" not in (said := visitor.wait_for_turn()):
        visitor.play(first_free(visitor))
    visitor.picture("3-end")
    game, moves = visitor.position
    final = game.replay(moves)
    assert game.is_terminal(final)
    mine, its = (visitor.page.locator(f".player{player}.player strong").inner_text() for player in (0, 1))
    assert (int(mine), int(its)) == ((9 + game.score(final, 0)) // 2, (9 - game.score(final, 0)) // 2)
    assert said == (f"You win, {mine} : {its}." if int(mine) > int(its) else f"The machine wins, {its} : {mine}.")
    letters = visitor.page.locator(".box text").all_text_contents()
    assert (letters.count("A"), letters.count("B")) == (int(mine), int(its))
    asked = {url.rpartition("/")[2] for url in visitor.requests}  # the visitor sees what the workers ask for, too
    assert {"worker.js", "dots-3x3.onnx", "ort-wasm-simd-threaded.wasm"} <= asked


def test_the_machine_starts_while_its_net_still_loads(chromium, site, tmp_path, gate):
    app = make_app(site)

    async def behind_the_gate(scope, receive, send):
        while scope.get("path", "").endswith(".onnx") and not gate.is_set():
            await asyncio.sleep(0.02)
        await app(scope, receive, send)

    with serving(behind_the_gate) as address, Visitor(chromium, address, tmp_path) as visitor:
        visitor.visit()
        visitor.page.select_option("#seat", "second")
        visitor.wait_for_status("loading")
        visitor.press("language")  # the page answers meanwhile
        visitor.wait_for_status("正在载入")
        visitor.press("language")
        visitor.picture("loading")
        assert visitor.drawn == set()
        gate.set()
        visitor.wait_for_status("Your move, B")
        assert len(visitor.drawn) == 1


def test_a_champion_that_cannot_be_loaded_is_replaced_and_the_page_says_so(chromium, site, tmp_path):
    app = make_app(site)

    async def without_nets(scope, receive, send):
        await app(scope | {"path": "/nothing"} if scope.get("path", "").endswith(".onnx") else scope, receive, send)

    with serving(without_nets) as address, Visitor(chromium, address, tmp_path) as visitor:
        visitor.visit()
        visitor.wait("document.getElementById('opponent').textContent.includes('could not be loaded')")
        visitor.play(0)
        visitor.wait_for_turn()
        assert len(visitor.drawn) >= 2
        assert all("404" in wrong for wrong in visitor.wrong)
        visitor.wrong.clear()


def test_undo_and_redo(visitor):
    visitor.visit()
    visitor.play(3)
    visitor.wait_for_turn()
    after = visitor.link
    answered = visitor.drawn
    assert len(answered) == 2
    visitor.press("undo")
    visitor.wait("document.querySelectorAll('.place.drawn').length === 0")
    assert visitor.link == "#dots-3x3"
    assert visitor.page.is_disabled("#undo")
    visitor.press("redo")
    visitor.wait("document.querySelectorAll('.place.drawn').length === 2")
    assert (visitor.link, visitor.drawn) == (after, answered)


def test_undo_while_it_thinks_ends_the_thought(visitor):
    visitor.visit()
    visitor.wait("document.getElementById('opponent').textContent.includes('champion')")
    visitor.page.fill("#strength", "8")  # 1600 simulations
    visitor.play(3)
    visitor.wait_for_status("thinks")
    visitor.press("undo")
    visitor.wait_for_status("Your move, A")
    visitor.page.wait_for_timeout(3000)
    assert visitor.drawn == set()


def test_a_link_carries_the_position(visitor):
    visitor.visit("#dots-3x3/5.18.7")  # two moves of A's, one of B's: it is B's turn, whom the visitor plays
    assert visitor.drawn == {5, 18, 7}
    assert visitor.wait_for_status("Your move") == "Your move, B."
    visitor.page.evaluate("location.hash = '#connect4-6x7x4/3.3'")
    visitor.wait("document.querySelectorAll('.stone .disc').length === 2")


def test_a_link_that_comes_while_it_thinks_is_followed(visitor):
    visitor.visit()
    visitor.page.fill("#strength", "8")  # 1600 simulations
    visitor.play(3)
    visitor.wait_for_status("thinks")
    visitor.page.evaluate("location.hash = '#dots-2x2/0.1'")
    visitor.wait("document.querySelectorAll('.place.drawn').length === 2")
    assert visitor.link == "#dots-2x2/0.1"


@pytest.mark.parametrize(
    "link",
    [
        "#dots-3x3/5.5",
        "#dots-3x3/24",
        "#dots-99x3",
        "#chess-8x8",
        "#%E0%A4%A",
        "#dots-3x3/" + "1." * 5000,
        "#<b>",
        "#//",
    ],
)
def test_a_broken_link_is_told_and_a_new_game_begins(visitor, link):
    visitor.visit(link)
    said = visitor.page.inner_text("#notice")
    assert said.startswith("This link cannot be read: ")
    assert "Here is a new game." in said
    assert len(said) < 400
    assert visitor.drawn == set()
    visitor.play(0)
    visitor.wait_for_turn()
    assert 0 in visitor.drawn


def test_both_languages_and_what_is_kept(visitor):
    visitor.visit()
    assert visitor.page.get_attribute("html", "lang") == "en"
    visitor.press("language")
    visitor.wait_for_status("轮到你走")
    assert visitor.page.get_attribute("html", "lang") == "zh"
    assert visitor.page.inner_text("#new") == "新对局"
    visitor.page.check(THINKS)
    visitor.wait("document.querySelectorAll('#inside tbody tr').length === 24")
    visitor.picture("chinese")
    visitor.page.reload()
    visitor.wait_for_status("轮到你走")


def test_a_browser_that_wishes_chinese_gets_it(chromium, address, tmp_path):
    with Visitor(chromium, address, tmp_path, locale="zh-CN", color_scheme="dark") as visitor:
        visitor.visit()
        visitor.wait_for_status("轮到你走")


def test_a_phone(chromium, address, tmp_path):
    with Visitor(chromium, address, tmp_path, viewport=PHONE, has_touch=True, is_mobile=True) as visitor:
        visitor.visit()
        visitor.page.tap('.place[data-action="13"] .target')
        visitor.wait("document.querySelectorAll('.place.drawn').length === 2")
        assert 13 in visitor.drawn
        assert visitor.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        board = visitor.page.locator(".board").bounding_box()
        assert board["width"] >= 280
        assert board["y"] + board["height"] <= PHONE["height"]
        sides = visitor.page.eval_on_selector_all(
            ".target", "all => all.map(e => e.getBoundingClientRect()).map(r => Math.min(r.width, r.height))"
        )
        assert min(sides) >= 44
        visitor.picture("phone")
        visitor.page.check(THINKS)
        visitor.wait("document.querySelectorAll('#inside tbody tr').length === 22")
        assert visitor.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        visitor.picture("phone-inside")


def test_by_night(chromium, address, tmp_path):
    with Visitor(chromium, address, tmp_path, color_scheme="dark") as visitor:
        visitor.visit("#dots-3x3/0.3.12.13.5.7.20.16.22")
        visitor.page.check(THINKS)
        visitor.wait(
            "document.querySelector('#exact-line').textContent.includes('Exact') || "
            "document.querySelector('#exact-line').textContent.includes('errs')"
        )
        visitor.picture("night")
        night = visitor.page.evaluate("getComputedStyle(document.body).backgroundColor")
        visitor.press("theme")
        assert visitor.page.evaluate("getComputedStyle(document.body).backgroundColor") != night


def test_what_it_thinks(visitor):
    game = games.make("dots", rows=3, cols=3)
    history = [0, 3, 12, 5, 7, 20, 16, 22]
    visitor.visit("#dots-3x3/" + ".".join(map(str, history)))
    visitor.page.check(THINKS)
    visitor.wait(
        "document.querySelectorAll('#inside td.exact').length > 0 && !document.querySelector('#inside progress')"
    )
    rows = visitor.page.locator("#inside tbody tr").all()
    cells = {int(row.get_attribute("data-action")): row.locator("td").all_inner_texts() for row in rows}
    state = game.replay(history)
    assert set(cells) == set(game.legal_actions(state))
    priors, visits, *_ = zip(*cells.values(), strict=True)
    assert abs(sum(int(prior.strip().rstrip("%")) for prior in priors) - 100) <= len(priors) / 2  # each is rounded
    assert sum(int(count) for count in visits) == 50
    margins = referee(game).move_values(state).margins
    shown = {action: int(row[3].replace("−", "-")) for action, row in cells.items()}
    assert shown == {action: int(margins[action]) for action in cells}
    visitor.picture("inside")

    for action, (prior, count, value, _) in cells.items():  # each free line shows what the table says of it
        lines = visitor.page.locator(f'.mark[data-action="{action}"] text').all_text_contents()
        tried = [count.strip(), value.strip().rstrip("✓")] if int(count) else []
        assert lines == [prior.strip(), *tried]
    visitor.page.select_option("#labels", "exact")
    assert len(visitor.page.locator(".mark").all()) == len(cells)
    visitor.page.click(".best-line")
    visitor.wait("document.querySelectorAll('.step').length > 1")
    visitor.page.click(".best-line")


def test_the_simulations_of_a_move_one_by_one(visitor):
    visitor.visit()
    visitor.page.check(THINKS)
    visitor.play(5)
    visitor.wait_for_turn()
    visitor.page.click("#inside .tabs button:nth-child(2)")  # its last move
    visitor.wait_for_status("^The position before its last move\\.$")
    assert visitor.drawn == {5}
    visitor.wait("document.getElementById('replay-slider').max === '50'")
    visitor.page.fill("#replay-slider", "7")
    visitor.wait("document.getElementById('replay-said').textContent.startsWith('Simulation 7 of 50. ')")
    counts = visitor.page.locator("#inside tbody tr td:nth-child(3)").all_inner_texts()
    assert sum(map(int, counts)) == 7
    said = visitor.page.inner_text("#replay-said")
    line = said.removeprefix("Simulation 7 of 50. ").partition(":")[0].split(" → ")
    assert len(visitor.page.locator(".step").all()) == len(line)
    visitor.picture("replay")
    visitor.page.click(".replay .tabs button:nth-child(4)")
    visitor.wait("document.querySelectorAll('.step').length === 0")


def test_hint_swap_and_watching(visitor):
    visitor.visit("#dots-2x2/0.1.2.3.4")
    visitor.press("hint")
    said = visitor.wait_for_status("The machine would play line")
    assert visitor.page.locator(f'.place.hint[data-action="{said.split()[-1].rstrip(".")}"]').count() == 1
    visitor.press("swap")
    visitor.wait("document.querySelectorAll('.place.drawn').length > 5")
    visitor.page.select_option("#seat", "watch")
    visitor.wait_for_status("wins|draw")
    game, moves = visitor.position
    assert game.is_terminal(game.replay(moves))


def test_boards_without_a_champion_and_the_keyboard(visitor):
    visitor.visit()
    visitor.page.select_option("#game", "tictactoe")
    visitor.wait("document.getElementById('opponent').textContent.startsWith('No champion of Tic-tac-toe')")
    visitor.page.focus('.place[data-action="0"]')
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        visitor.page.keyboard.press(key)
    visitor.wait("document.querySelectorAll('.sign').length === 2")
    assert visitor.position[1][0] == 4  # the centre of 3×3
    assert len(visitor.position[1]) == 2
    visitor.picture("tictactoe")
    visitor.page.keyboard.press("u")
    visitor.wait("location.hash === '#tictactoe-3x3x3'")
    visitor.page.select_option("#game", "connect4")
    visitor.play(3)
    visitor.wait_for_turn()
    assert visitor.page.locator(".disc").count() == 2
    visitor.picture("connect4")


def test_a_pasted_game(visitor):
    visitor.visit("#connect4-6x7x4")
    visitor.press("paste")
    visitor.page.fill("#pasted", "99")
    visitor.press("paste-go")
    assert "'9' is not a column" in visitor.page.inner_text("#paste-error")
    visitor.page.fill("#pasted", "4455")
    visitor.press("paste-go")
    visitor.wait("location.hash === '#connect4-6x7x4/3.3.4.4'")
    assert visitor.page.locator(".disc").count() == 4


def test_the_policy_holds(visitor):
    visitor.visit()
    refused = """async () => {
        const told = new Promise(hear => addEventListener("securitypolicyviolation", e => hear(e.effectiveDirective)));
        fetch("http://127.0.0.1:9/").catch(() => {});
        return told;
    }"""
    assert visitor.page.evaluate(refused) == "connect-src"
    inline = """() => {
        const script = document.createElement("script");
        script.textContent = "window.ran = true";
        document.body.append(script);
        return window.ran === true;
    }"""
    assert visitor.page.evaluate(inline) is False
    visitor.wrong.clear()  # what was refused is also said in the console

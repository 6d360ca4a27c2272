"""Agents as text."""
import dataclasses

import pytest

from agents import agent
from agents.base import registry
from agents.builtin import ISMCTS

USER = '''
from dataclasses import dataclass

@dataclass(frozen=True)
class Bold:
    courage: int = 3
    limit: float = 0.5

    def choose(self, view, actions):
        return len(actions) - 1

class Plain:
    def __init__(self, at=0):
        self.at = at

    def choose(self, view, actions):
        return self.at

class Mute:
    pass
'''


@pytest.fixture
def user_file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(USER)
    return path


def test_spec_names_every_parameter_in_order_and_round_trips():
    spec = agent("ismcts(exploration=0.25, simulations=50)").spec
    assert spec.startswith("ismcts(simulations=50, ")
    assert "exploration=0.25" in spec and "epsilon=" in spec
    for text in (spec, "random", "random()", "heuristic", " ismcts ( simulations = 7 ) "):
        assert agent(agent(text).spec) == agent(text)
    assert agent("random").spec == "random()"


@pytest.mark.parametrize("name", sorted(registry))
def test_every_parameter_changes_the_spec_and_the_record(name):
    made = registry[name]()
    for field in dataclasses.fields(made):
        value = getattr(made, field.name)
        other = dataclasses.replace(made, **{field.name: value + 1 if isinstance(value, int) else value + 0.25})
        assert other.spec != made.spec
        assert other.record()[field.name] != made.record()[field.name]


@pytest.mark.parametrize("spec, told", [
    ("izmcts", "ismcts"),
    ("nothing_like_it", "there is"),
    ("ismcts(simulation=4)", "simulations"),
    ("ismcts(simulations=0)", "nearest valid is 1"),
    ("ismcts(simulations=2.5)", "expected int"),
    ("ismcts(simulations=True)", "expected int"),
    ("ismcts(epsilon=1.5)", "nearest valid is 1.0"),
    ("ismcts(epsilon='x')", "expected float"),
    ("ismcts(400)", "expected name("),
    ("ismcts(simulations=4", "expected name("),
    ("ismcts(simulations=4, simulations=5)", "expected name("),
    ("ismcts(simulations=len('x'))", "expected name("),
    ("ismcts)", "expected name("),
    ("", "expected name("),
    ("random(seed=1)", "it takes none"),
    ("no/such/file.py:Agent", "no such file"),
    ("no/such/file.py", "ClassName"),
])
def test_a_wrong_spec_is_one_line_with_the_nearest_valid_thing(spec, told):
    with pytest.raises(ValueError) as caught:
        agent(spec)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_numbers_may_be_whole_where_a_float_is_meant():
    assert agent("ismcts(exploration=1)") == ISMCTS(exploration=1.0)


def test_a_users_class(user_file):
    bold = agent(f"{user_file}:Bold(limit=1)")
    assert bold.spec == f"{user_file}:Bold(courage=3, limit=1.0)"
    assert agent(bold.spec).spec == bold.spec
    assert agent(f"{user_file}:Plain(at=2)").for_one_game().at == 2


@pytest.mark.parametrize("end, told", [
    (":Bald", "Bold"), (":Mute", "choose(view, actions)"), (":Bold(courag=1)", "courage"),
    (":Bold(courage='much')", "expected int"), (":Plain(on=1)", "at"), ("", "ClassName"),
])
def test_a_users_class_that_does_not_fit(user_file, end, told):
    with pytest.raises(ValueError) as caught:
        agent(f"{user_file}{end}")
    assert told in str(caught.value)


def test_a_users_file_that_does_not_run(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("def choose(:\n")
    with pytest.raises(ValueError, match="SyntaxError"):
        agent(f"{path}:Any")

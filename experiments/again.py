"""A stored study built again from its file: the same lists, agents and arms, so that its games can be played again."""
from __future__ import annotations

import dataclasses
import shlex
import tempfile
from pathlib import Path

from experiments.errors import BadInput
from experiments.frame import Asked, question
from experiments.schedule import Study
from experiments.store import Store, StoredStudy


def rebuilt(store: Store, stored: StoredStudy) -> tuple[Asked, Study]:
    """Build a study anew from its command, with the lists and cards that the file keeps, and with every arm it has.

    It is another study than the stored one where the engine, the cards of the pool or agents are others now. Raises
    BadInput when something that it needs is not there.
    """
    from experiments.cli import parse

    module = question(stored.question)
    with tempfile.TemporaryDirectory() as folder:
        kept = {}
        for at, (path, text) in enumerate(store.files(stored.id).items()):
            kept[path] = Path(folder) / str(at) / Path(path).name
            kept[path].parent.mkdir()
            kept[path].write_text(text, encoding="utf-8")
        words = [str(kept.get(word, word)) for word in shlex.split(stored.command)[1:]]
        asked = Asked(parse(words))
        study = module.build(asked)[0]
        if hasattr(module, "further_arms"):
            arms = (*study.arms, *module.further_arms(asked, stored.settings))
            study = dataclasses.replace(study, arms=arms, asks=study.spec_of_arms)
        return asked, study


def asked_again(store: Store, stored: StoredStudy) -> tuple[Asked, Study]:
    """Build a study anew, as `rebuilt`. Raises BadInput, one line that says why, where it would be another one now."""
    asked, study = rebuilt(store, stored)
    if study.id != stored.id:
        names = {"engine": "the engine", "pool": "the cards"}
        changed = [what for key, what in names.items() if study.spec[key] != stored.spec[key]]
        raise BadInput(f"study {stored.id} cannot be played again: {' and '.join(changed) or 'a list or an agent'} "
                       f"changed since; run its command anew: {stored.command}")
    return asked, study

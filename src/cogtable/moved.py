"""Modules that have moved and names that have changed: the former ones still work, with a warning.

A module has one object under both names, so objects pickled under the former name can be loaded.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

MOVED = {
    "cogtable.bots.guided": "cogtable.bots.network_mcts",
    "cogtable.bots.own": "cogtable.bots.external",
    "cogtable.bots.search": "cogtable.bots.mcts",
    "cogtable.engine.actions": "cogtable.engine.records.action_space",
    "cogtable.engine.added": "cogtable.engine.boxes.plugin_operations",
    "cogtable.engine.addons": "cogtable.engine.boxes.plugins",
    "cogtable.engine.batch": "cogtable.engine.batches.batch",
    "cogtable.engine.bits": "cogtable.engine.rules.bitmask",
    "cogtable.engine.box": "cogtable.engine.boxes.box",
    "cogtable.engine.boxcopy": "cogtable.engine.box_editing.annotated_copy",
    "cogtable.engine.boxdiff": "cogtable.engine.boxes.diff",
    "cogtable.engine.boxedit": "cogtable.engine.box_editing.edit",
    "cogtable.engine.boxlines": "cogtable.engine.boxes.toml_lines",
    "cogtable.engine.boxsheet": "cogtable.engine.box_editing.sheet",
    "cogtable.engine.bytewise": "cogtable.engine.rules.packed_store",
    "cogtable.engine.cache": "cogtable.engine.compile.cache",
    "cogtable.engine.chance": "cogtable.engine.rules.rng",
    "cogtable.engine.compiler": "cogtable.engine.compile.pipelines",
    "cogtable.engine.counts": "cogtable.engine.integers",
    "cogtable.engine.devices.arrays": "cogtable.engine.batches.cuda_arrays",
    "cogtable.engine.devices.choice": "cogtable.engine.batches.device_choice",
    "cogtable.engine.devices.cpu": "cogtable.engine.batches.cpu",
    "cogtable.engine.devices.cuda": "cogtable.engine.batches.cuda",
    "cogtable.engine.devices.device": "cogtable.engine.batches.device",
    "cogtable.engine.devices.dlpack": "cogtable.engine.batches.dlpack",
    "cogtable.engine.devices.kept": "cogtable.engine.batches.cuda_cache",
    "cogtable.engine.devices.staging": "cogtable.engine.batches.cuda_staging",
    "cogtable.engine.dropping": "cogtable.engine.rules.resignation",
    "cogtable.engine.enums": "cogtable.engine.records.enums",
    "cogtable.engine.events": "cogtable.engine.rules.events",
    "cogtable.engine.foresight": "cogtable.engine.play.premoves",
    "cogtable.engine.fresh": "cogtable.engine.play.reload",
    "cogtable.engine.game": "cogtable.engine.play.game",
    "cogtable.engine.gpu": "cogtable.engine.compile.cuda_target",
    "cogtable.engine.jit": "cogtable.engine.compile.jit",
    "cogtable.engine.languages": "cogtable.engine.play.languages",
    "cogtable.engine.lesson": "cogtable.engine.definition.lesson_file",
    "cogtable.engine.match": "cogtable.engine.play.match",
    "cogtable.engine.members": "cogtable.engine.compile.enum_pass",
    "cogtable.engine.mistakes": "cogtable.engine.compile.diagnostics",
    "cogtable.engine.mypy_plugin": "cogtable.engine.compile.mypy_plugin",
    "cogtable.engine.native": "cogtable.engine.compiled_play.kernels",
    "cogtable.engine.observation": "cogtable.engine.rules.observation",
    "cogtable.engine.once": "cogtable.engine.threadsafe",
    "cogtable.engine.operations": "cogtable.engine.boxes.operations",
    "cogtable.engine.outcomes": "cogtable.engine.play.chance_nodes",
    "cogtable.engine.outside": "cogtable.engine.play.interventions",
    "cogtable.engine.picture": "cogtable.engine.definition.picture",
    "cogtable.engine.printed": "cogtable.engine.text.cached",
    "cogtable.engine.puzzle": "cogtable.engine.lessons.puzzle",
    "cogtable.engine.ranking": "cogtable.engine.rules.ranking",
    "cogtable.engine.registry": "cogtable.engine.play.registry",
    "cogtable.engine.rehearsal": "cogtable.engine.compiled_play.dry_run",
    "cogtable.engine.rows": "cogtable.engine.rules.observation_row",
    "cogtable.engine.saves": "cogtable.engine.play.saves",
    "cogtable.engine.script": "cogtable.engine.lessons.script",
    "cogtable.engine.search": "cogtable.engine.definition.search_settings",
    "cogtable.engine.seats": "cogtable.engine.rules.seats",
    "cogtable.engine.shown": "cogtable.engine.play.display",
    "cogtable.engine.sizes": "cogtable.engine.records.box_sizes",
    "cogtable.engine.spec": "cogtable.engine.definition.spec",
    "cogtable.engine.spelling": "cogtable.engine.text.spelling",
    "cogtable.engine.state": "cogtable.engine.records.state",
    "cogtable.engine.stepping": "cogtable.engine.compiled_play.stepping",
    "cogtable.engine.takeback": "cogtable.engine.play.undo",
    "cogtable.engine.verbs": "cogtable.engine.rules.verbs",
    "cogtable.engine.words": "cogtable.engine.text.words",
    "cogtable.lab.changed": "cogtable.lab.report.changes",
    "cogtable.lab.charts": "cogtable.lab.report.charts",
    "cogtable.lab.headlines": "cogtable.lab.summary",
    "cogtable.lab.page": "cogtable.lab.report.page",
    "cogtable.lab.paired": "cogtable.lab.paired_comparison",
    "cogtable.lab.recorded": "cogtable.lab.game_log",
    "cogtable.lab.repeat": "cogtable.lab.repeat_command",
    "cogtable.lab.reports": "cogtable.lab.report.terminal",
    "cogtable.lab.restricted": "cogtable.lab.ablation",
    "cogtable.lab.skill": "cogtable.lab.player_rating",
    "cogtable.lab.store": "cogtable.lab.study_folder",
    "cogtable.lab.sweep_report": "cogtable.lab.report.sweep",
    "cogtable.lab.tables": "cogtable.lab.compiled_games",
    "cogtable.lab.tune_report": "cogtable.lab.report.tune",
    "cogtable.lab.wording": "cogtable.lab.phrases",
    "cogtable.rulespage.front": "cogtable.rulespage.how_to_play",
    "cogtable.testing.conformance.both_ways": "cogtable.testing.conformance.interpreted_vs_compiled",
    "cogtable.testing.conformance.coming_back": "cogtable.testing.conformance.save_round_trip",
    "cogtable.testing.conformance.drawing": "cogtable.testing.conformance.render_check",
    "cogtable.testing.mending": "cogtable.testing.fix_advice",
}
"""The new names of modules, by their former ones."""

RENAMED = {
    "cogtable.engine.records.enums": {"Numbers": "PlainIntEnum"},
    "cogtable.engine.rules.bitmask": {"lowest": "lowest_bit", "ones": "popcount"},
    "cogtable.rules": {"Numbers": "PlainIntEnum", "lowest": "lowest_bit", "ones": "popcount", "wide": "_wide"},
    "cogtable.table": {"Numbers": "PlainIntEnum"},
}
"""For modules that games import: the new names of what is in them, by the former ones."""

NEEDLESS = {"cogtable.rules.wide": "does nothing now: fields and elements read as integers of 64 bits"}
"""Names that games import and no longer need."""

FOR_GAMES = (
    "cogtable.engine.boxes.",
    "cogtable.engine.compile.jit",
    "cogtable.engine.definition.",
    "cogtable.engine.play.game",
    "cogtable.engine.records.",
    "cogtable.engine.rules.",
    "cogtable.engine.text.",
)
"""Where the modules are whose names games import from `cogtable.rules` and `cogtable.table`."""

GONE = "cogtable.engine.devices"
"""A package that no longer exists, although modules that were in it still do."""


def current(name: str) -> str:
    """The name of a module today."""
    return MOVED.get(name, name)


def advice(former: str) -> str:
    """The warning about importing a module by its former name."""
    name = MOVED[former]
    games = "; games import its names from cogtable.rules or cogtable.table" if name.startswith(FOR_GAMES) else ""
    return f"{former} has moved; import it as {name}{games}"


def former_names(module: str) -> Callable[[str], Any]:
    """The `__getattr__` of a module: also finds its members by their former names, with a DeprecationWarning."""

    def find(name: str) -> Any:
        if name not in RENAMED[module]:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        new = RENAMED[module][name]
        advice = NEEDLESS.get(f"{module}.{name}", f"is now called {new}")
        warnings.warn(f"{module}.{name} {advice}", category=DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[module], new)

    return find


class Finder(MetaPathFinder, Loader):
    """Finds modules by their former names. It comes last, after all other finders."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module of a former name, with a DeprecationWarning."""
        if fullname == GONE:
            return ModuleSpec(fullname, self, is_package=True)
        if fullname not in MOVED:
            return None
        warnings.warn(advice(fullname), category=DeprecationWarning, stacklevel=2)
        return ModuleSpec(fullname, self)

    def exec_module(self, module: ModuleType) -> None:
        """Puts the module of today in the place of an empty one."""
        name = module.__name__
        if name != GONE:
            sys.modules[name] = importlib.import_module(MOVED[name])


def install() -> None:
    """Lets modules be imported by their former names."""
    if not any(isinstance(each, Finder) for each in sys.meta_path):
        sys.meta_path.append(Finder())

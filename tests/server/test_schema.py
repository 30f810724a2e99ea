"""The generated schema agrees with the structs."""

from __future__ import annotations

import ast

import pytest

from cogtable.server.app import schema


def test_the_clients_types_are_up_to_date() -> None:
    assert schema.main(["--check"]) == 0, "run python -m cogtable.server.app.schema"


def test_a_stale_file_is_detected_and_rewritten(tmp_path, monkeypatch, capsys) -> None:
    shipped = schema.TYPES.read_text(encoding="utf-8")
    monkeypatch.setattr(schema, "TYPES", tmp_path / "types.ts")
    assert schema.main(["--check"]) == 1
    assert "is stale" in capsys.readouterr().err
    assert schema.main([]) == 0
    assert schema.TYPES.read_text(encoding="utf-8") == shipped


@pytest.mark.parametrize(
    ("written", "typescript"),
    [
        ("list[int | None]", "(number | null)[]"),
        ("tuple[str, ...]", "string[]"),
        ("list[tuple[int, str]]", "[number, string][]"),
        ("dict[str, Area]", "Record<string, Area>"),
        ("Literal['a', 'b'] | None", "'a' | 'b' | null"),
    ],
)
def test_types_are_converted_to_typescript(written: str, typescript: str) -> None:
    assert schema.typescript_of(ast.parse(written, mode="eval").body) == typescript


def test_a_type_without_a_typescript_equivalent_is_refused() -> None:
    with pytest.raises(TypeError, match="set"):
        schema.typescript_of(ast.parse("set[int]", mode="eval").body)

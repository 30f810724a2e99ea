"""A study's report, opened from its file."""

import pytest

import cogtable
from cogtable.lab import study
from cogtable.lab.report import page
from cogtable.lab.report import study as report

pytestmark = [pytest.mark.browser, pytest.mark.native, pytest.mark.slow]


@pytest.mark.parametrize(("width", "theme"), [(390, "dark"), pytest.param(1200, "light", marks=pytest.mark.large)])
def test_a_report_draws_its_charts_without_network_requests(chromium, tmp_path, width, theme):
    plan = study.plan_study(cogtable.game("tiny"), games=100, bots=["random"], skill=0, restricted=0)
    found = report.report_study(study.run_study(plan, tmp_path))
    file = page.write_report(found, tmp_path, "1 May 2026")
    context = chromium.new_context(viewport={"width": width, "height": 844}, color_scheme=theme)
    try:
        opened, asked, wrong = context.new_page(), [], []
        opened.on("request", lambda request: asked.append(request.url))
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.goto(file.as_uri())
        opened.wait_for_selector("html[data-drawn]", timeout=60_000)
        charts = sum(section.chart is not None for section in found.sections)
        assert opened.locator(".chart svg.marks").count() == charts
        assert [url for url in asked if not url.startswith("data:")] == [file.as_uri()]
        assert wrong == []
        assert opened.evaluate("document.documentElement.scrollWidth") <= width
        opened.get_by_text("Figures", exact=True).first.click()
        assert opened.locator("table").first.is_visible()
    finally:
        context.close()

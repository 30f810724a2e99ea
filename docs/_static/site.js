// What the theme leaves out for those who read by keyboard or by ear.
addEventListener("DOMContentLoaded", () => {
  for (const caption of document.querySelectorAll("p.caption[role=heading]")) caption.ariaLevel = "2"
  document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "All pages")
  document.querySelector(".toc-drawer")?.setAttribute("aria-label", "On this page")
  const reach = () => {
    for (const wide of document.querySelectorAll("pre, .table-wrapper")) {
      if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0
      else wide.removeAttribute("tabindex")
    }
  }
  reach()
  addEventListener("resize", reach)
})

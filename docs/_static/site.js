// Adds what the theme lacks for keyboard and screen reader users.
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

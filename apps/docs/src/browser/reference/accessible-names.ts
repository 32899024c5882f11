// Headings inside an operation, whose own is of the second order.
const HEADING_LEVELS = { h4: '3', h5: '4' };

/** Gives what Redocly makes the landmark, the order of headings and the names that readers of screens need. */
export function addAccessibleNames(reference: Element): void {
  for (const menu of reference.querySelectorAll('.menu-content:not([role])')) {
    menu.role = 'navigation';
    menu.ariaLabel = 'Operations';
  }
  for (const [heading, level] of Object.entries(HEADING_LEVELS)) {
    for (const element of reference.querySelectorAll(`${heading}:not([aria-level])`)) {
      element.ariaLevel = level;
    }
  }
  // What is chosen names the button, which is called "Example" whatever it shows.
  for (const button of reference.querySelectorAll('button[aria-haspopup="menu"][aria-label]')) {
    button.ariaLabel = null;
  }
}

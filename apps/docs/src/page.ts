/** A page of the site. It is written as Markdown, which is published beside the page made from it. */
export interface Page {
  /** Where it lies below the site's root, without its ending: `guides/limits`, `errors/index`. */
  path: string;
  markdown: string;
}

/** A heading of a menu with the pages below it. */
export interface MenuGroup {
  title: string;
  entries: { label: string; path: string }[];
}

/** A part of the site whose pages share a menu. */
export interface Area {
  pages: Page[];
  menu: MenuGroup[];
}

/** The words of the first heading. */
export function titleOf({ markdown }: Page): string {
  return plainText(/^# (.+)$/m.exec(markdown)?.[1] ?? '');
}

/** The first sentence, which says what the page is about. */
export function descriptionOf({ markdown }: Page): string {
  const paragraphs = markdown.split(/\n{2,}/).slice(1);
  const first = paragraphs.find((paragraph) => /^[\p{Letter}\p{Number}`*[]/u.test(paragraph)) ?? '';
  return plainText(first)
    .replaceAll('\n', ' ')
    .replace(/(?<=\.)\s.*/, '');
}

function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\\(.)/g, '$1')
    .trim();
}

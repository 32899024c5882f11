const CODE = /(^|\n)(```|~~~)[\s\S]*?\n\2|`[^`\n]*`/;
const LINK = /(!?\[(?:[^\]\\]|\\.)*\])\(([^)\s]+)\)/;

/** The same Markdown with other addresses in its links; code is left alone. */
export function rewriteLinks(markdown: string, addressOf: (href: string) => string): string {
  const either = new RegExp(`${CODE.source}|${LINK.source}`, 'g');
  return markdown.replace(either, (whole, _start, _fence, words?: string, href?: string) =>
    words === undefined || href === undefined ? whole : `${words}(${addressOf(href)})`,
  );
}

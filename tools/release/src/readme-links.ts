import { posix } from 'node:path';

const CODE = /^(```|~~~)[\s\S]*?^\1|`[^`\n]*`/;
const RELATIVE_LINK = /(!?)(\[(?:[^\]\\]|\\.)*\])\((?![a-z]+:|#|\/)([^)\s]+)\)/;

/**
 * Returns a README with links that lead to the repository at `site`, because a registry shows it without the files that
 * are next to it. Links of pictures lead to the raw files.
 *
 * @param directory - where the README is, from the root of the repository.
 */
export function withAbsoluteLinks(markdown: string, directory: string, site: string): string {
  const either = new RegExp(`${CODE.source}|${RELATIVE_LINK.source}`, 'gm');
  return markdown.replace(
    either,
    (whole, _fence, mark: string | undefined, words: string, target: string) => {
      if (mark === undefined) return whole;
      const kind = mark === '!' ? 'raw' : 'blob';
      return `${mark}${words}(${site}/${kind}/main/${posix.join(directory, target)})`;
    },
  );
}

const labels: Record<string, string> = { ts: 'TypeScript', python: 'Python', sh: 'curl' };

// A shell fence may name the language whose tab it is in: ```sh Python.
const FENCE = /^```(\w+)(?: (\w+))?(\n[\s\S]*?^```\n)/gm;
const CODE = /(^```.*\n[\s\S]*?^```\n|`[^`\n]+`)/m;

const IMPORT = "import { Tabs, TabItem } from '@astrojs/starlight/components';\n\n";

/**
 * Returns the Markdown as MDX, in which pieces of code that follow each other in different languages are tabs that
 * remember the reader's choice; undefined if there are none.
 */
export function withLanguageTabs(markdown: string): string | undefined {
  const groups = groupsIn(markdown);
  if (groups.length === 0) return undefined;
  let result = '';
  let end = 0;
  for (const group of groups) {
    const items = group.fences.map(
      ({ label, text }) => `<TabItem label="${label}">\n\n${text}\n</TabItem>`,
    );
    result += asMdx(markdown.slice(end, group.start));
    result += `<Tabs syncKey="language">\n${items.join('\n')}\n</Tabs>\n`;
    end = group.end;
  }
  return `${IMPORT}${result}${asMdx(markdown.slice(end))}`;
}

interface Group {
  start: number;
  end: number;
  fences: { label: string; text: string }[];
}

function groupsIn(markdown: string): Group[] {
  const groups: Group[] = [];
  for (const { 0: text, 1: language = '', 2: named, 3: code, index } of markdown.matchAll(FENCE)) {
    const label = named ?? labels[language];
    if (label === undefined) continue;
    const fence = { label, text: `\`\`\`${language}${code}` };
    const last = groups.at(-1);
    const follows = last !== undefined && markdown.slice(last.end, index).trim() === '';
    if (follows && last.fences.every((other) => other.label !== label)) {
      last.fences.push(fence);
      last.end = index + text.length;
    } else {
      groups.push({ start: index, end: index + text.length, fences: [fence] });
    }
  }
  return groups.filter(({ fences }) => fences.length > 1);
}

/** Outside code, MDX reads braces, angle brackets and comments as programs. */
function asMdx(markdown: string): string {
  const parts = markdown.split(CODE);
  return parts.map((part, index) => (index % 2 === 0 ? escapeMdx(part) : part)).join('');
}

function escapeMdx(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->\n?/g, '')
    .replace(/<(https?:[^>\s]+)>/g, '[$1]($1)')
    .replace(/[{<]/g, '\\$&');
}

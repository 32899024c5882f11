import { expect, it } from 'vitest';
import { completeNewest } from './changelog-entries.ts';

const title = '# @partner-rating/mock\n\n';
const earlier =
  '## 0.6.0\n\nReleased on 2026-11-30, with version 0.6.0 of the service.\n\n### Patch Changes\n\n- More.\n- **Breaking:** less.\n';
// As Changesets writes it.
const newest = (...sections: string[]) => `## 0.7.0\n\n${sections.join('\n\n')}\n\n`;
const completed = (released: string, ...sections: string[]) =>
  `## 0.7.0\n\nReleased on ${released}.\n\n${sections.join('\n\n')}\n\n`;

const entries = [
  '- 1111111: **Logs:** a line changed.\n  \n  A second paragraph.',
  '- 2222222: **Security:** a hole is closed.',
  '- **Breaking** for operators: a name changed.\n  \n  - One.\n  - Another.',
  '- 3333333: **Privacy:** less is stored.',
  '- 4444444: Nothing special.',
  '- 5555555: **Breaking:** another name changed.',
  '- 6666666: **To upgrade from any earlier version:** take a backup.',
] as const;
const [logs, security, breaking, privacy, other, secondBreaking, upgrade] = entries;

it('each section of a release begins with how to upgrade, then what breaks, then security and privacy, and keeps the order of the rest', () => {
  const sections = [
    ['### Minor Changes\n', ...entries].join('\n'),
    ['### Patch Changes\n', logs, security].join('\n'),
  ];
  const order = [upgrade, breaking, secondBreaking, security, privacy, logs, other];
  expect(completeNewest(title + newest(...sections) + earlier, '2026-12-01')).toBe(
    title +
      completed(
        '2026-12-01',
        ['### Minor Changes\n', ...order].join('\n'),
        ['### Patch Changes\n', security, logs].join('\n'),
      ) +
      earlier,
  );
});

it('a release names all versions that it uses in its last line, without the commits', () => {
  const updated =
    '- Updated dependencies [1111111]\n- Updated dependencies [2222222]\n' +
    '  - @partner-rating/spec@0.5.0\n  - @partner-rating/client@0.4.0\n  - @partner-rating/server@0.7.0';
  const changelog =
    title + newest(`### Patch Changes\n\n${updated}\n- ${other.slice(2)}`) + earlier;
  expect(completeNewest(changelog, '2026-12-01', '0.7.0')).toBe(
    title +
      completed(
        '2026-12-01, with version 0.7.0 of the service',
        `### Patch Changes\n\n${other}\n- Uses @partner-rating/spec 0.5.0, client 0.4.0, and server 0.7.0.`,
      ) +
      earlier,
  );
  const first = `${title}## 0.7.0\n\n### Patch Changes\n\n- Updated dependencies\n  - @partner-rating/client@0.4.0\n`;
  expect(completeNewest(first, '2026-12-01')).toContain('- Uses @partner-rating/client 0.4.0.\n');
});

it('a release without changes has its day, too', () => {
  const changelog = title + newest('No changes in this release.') + earlier;
  expect(completeNewest(changelog, '2026-12-01')).toBe(
    title + completed('2026-12-01', 'No changes in this release.') + earlier,
  );
});

it('an earlier release stays as it was', () => {
  expect(completeNewest(title + earlier, '2026-12-01', '0.7.0')).toBe(title + earlier);
});

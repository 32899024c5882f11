import { describe, expect, it } from 'vitest';
import { changelogEntry, withEntry } from './changelog.ts';

const name = '@partner-rating/client';
const both = {
  id: 'both',
  summary: 'Wire: A new field.\n\nIt may be null.\n\nClient: A new method.\n\nServer: A new hook.',
  releases: [{ name, type: 'minor' }],
};
const breaking = {
  id: 'breaking',
  summary: 'Client: Node 22 is needed.',
  releases: [{ name, type: 'major' }],
};
const foreign = {
  id: 'foreign',
  summary: 'Wire: Not for it.',
  releases: [{ name: '@partner-rating/spec', type: 'major' }],
};

describe('the entry of a version', () => {
  it('lists what changes on the wire apart from what changes in the package', () => {
    expect(changelogEntry({ name, from: '1.0.0', to: '1.1.0' }, [both, foreign])).toBe(
      '## 1.1.0\n\n### Wire\n\n- A new field.\n\n  It may be null.\n\n### Client\n\n- A new method.\n',
    );
  });

  it('marks what breaks, but for the first version', () => {
    expect(changelogEntry({ name, from: '1.1.0', to: '2.0.0' }, [breaking])).toContain(
      '- **Breaking.** Node 22 is needed.',
    );
    expect(changelogEntry({ name, from: '0.0.0', to: '1.0.0' }, [breaking])).not.toContain(
      'Breaking',
    );
  });

  it('says of the first version what there is, and not how it became so', () => {
    const first = { ...both, id: 'first-client', summary: 'Client: A client.' };
    expect(changelogEntry({ name, from: '0.0.0', to: '0.1.0' }, [both, first, breaking])).toBe(
      '## 0.1.0\n\n### Client\n\n- A client.\n',
    );
  });

  it('says so where only what it depends on changed', () => {
    expect(changelogEntry({ name, from: '1.0.0', to: '1.0.1' }, [foreign])).toBe(
      '## 1.0.1\n\nMoves with the packages it depends on.\n',
    );
  });
});

describe('a changelog', () => {
  it('has its newest version first', () => {
    const first = withEntry('', name, '## 1.0.0\n\nFirst.\n');
    expect(first).toBe(`# ${name}\n\n## 1.0.0\n\nFirst.\n`);
    expect(withEntry(first, name, '## 1.1.0\n\nSecond.\n')).toBe(
      `# ${name}\n\n## 1.1.0\n\nSecond.\n\n## 1.0.0\n\nFirst.\n`,
    );
  });
});

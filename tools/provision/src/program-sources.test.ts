import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programSources } from './program-sources.ts';

const turbo = readFileSync(new URL('../../../turbo.json', import.meta.url), 'utf8');
const { provision, test } = JSON.parse(turbo.replaceAll(/^ *\/\/ .*$/gm, '')).tasks;

it.each(Object.values(programSources))(
  'turbo lets provisioning and tests see $variable',
  (source) => {
    expect(provision.passThroughEnv).toContain(source.variable);
    expect(test.env).toContain(source.variable);
  },
);

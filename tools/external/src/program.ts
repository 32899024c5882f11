import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { Stage } from './stage.ts';

/** Does one thing that the program is for. The text completes "The program …". If it throws, the program has failed. */
export type Step = <Result>(text: string, act: () => Result | Promise<Result>) => Promise<Result>;

/** A program of others, which drives the running service. */
export interface Program {
  name: string;
  /** What a reader must know about the result: completes "The program passed". */
  note?: string;
  /** What the machine must have, each under one of its names, and how to install it. The tests leave such a program out. */
  needs?: { commands: readonly (readonly string[])[]; install: string };
  version: () => string | Promise<string>;
  drive: (stage: Stage, step: Step) => Promise<void>;
}

/** Returns the version of an npm package that is installed for a module. */
export const versionOf = (name: string, from = import.meta.url): string =>
  manifestOf(name, from).content.version;

/** Returns the path of the program that an installed npm package brings. */
export function binaryOf(name: string, from = import.meta.url): string {
  const { path, content } = manifestOf(name, from);
  const { bin } = content;
  const file = typeof bin === 'string' ? bin : (bin[name] ?? Object.values(bin)[0]);
  return join(dirname(path), file ?? '');
}

interface Manifest {
  version: string;
  bin: string | Record<string, string>;
}

function manifestOf(name: string, from: string): { path: string; content: Manifest } {
  const path = findPackageJSON(name, from);
  if (path === undefined) throw new Error(`${name} is not installed.`);
  return { path, content: JSON.parse(readFileSync(path, 'utf8')) as Manifest };
}

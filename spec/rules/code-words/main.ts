// `pnpm lint:words [paths…]`: names every word that has a better one, in all files or those given.
import { readFileSync } from 'node:fs';
import { checkedFiles } from './checked-files.ts';
import { findWords } from './find-words.ts';

const findings = checkedFiles(process.argv.slice(2)).flatMap((file) =>
  findWords(file, readFileSync(file, 'utf8')),
);
for (const { file, line, word, use } of findings) {
  process.stdout.write(`${file}:${line} ${word} → ${use}\n`);
}
if (findings.length > 0) {
  process.stderr.write(`${findings.length} words have a better one: spec/rules/README.md.\n`);
  process.exitCode = 1;
}

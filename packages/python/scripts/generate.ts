import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { writeFiles } from '@partner-rating/codegen/model';
import { pythonFiles } from '@partner-rating/codegen/python';
import { catalogue } from '@partner-rating/spec/catalogue';
import { clientContract } from '@partner-rating/spec/contract';

const folder = `${import.meta.dirname}/../src/partner_rating/_generated`;
const manifest = readFileSync(`${import.meta.dirname}/../package.json`, 'utf8');
await rm(folder, { recursive: true, force: true });
await writeFiles(folder, pythonFiles(clientContract, catalogue, JSON.parse(manifest).version));

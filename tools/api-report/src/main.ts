#!/usr/bin/env node
// Part of `pnpm generate`: writes the API report of the package that it is run in.
import { writeFileSync } from 'node:fs';
import { apiReport } from './report.ts';

writeFileSync('api-report.md', apiReport(process.cwd()));

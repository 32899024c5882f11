import { testRows } from '@partner-rating/table-tests';
import type { CodeKeywordDefinition } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, vi } from 'vitest';

const replaced = ['maxLength', 'minLength', 'items', 'additionalProperties'];

testRows(replaced)(
  'each replaced keyword differs from Ajv’s keyword, and accepts the same values',
  async (keyword) => {
    vi.resetModules();
    const { replaceKeywords } = await import('./keywords.ts');
    const ajv = new Ajv2020();
    const standard = ajv.getKeyword(keyword) as CodeKeywordDefinition;
    replaceKeywords(ajv);
    const own = ajv.getKeyword(keyword) as CodeKeywordDefinition;
    expect(own.code).not.toBe(standard.code);
    expect(own.type).toEqual(standard.type);
    expect(own.schemaType).toEqual(standard.schemaType);
  },
);

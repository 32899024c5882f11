import { contract } from '@partner-rating/spec/contract';
import { SchemaPack } from 'openapi-to-postmanv2';
import { servedDocument } from '../reference/served-document.ts';

/** The result of the converter, which has no types. */
interface Conversion {
  result: boolean;
  reason?: string;
  output?: { data: unknown }[];
}

/** Returns the contract as a collection of Postman, in folders by tag. */
export async function postmanCollection(): Promise<string> {
  const pack = new SchemaPack(
    { type: 'json', data: JSON.parse(JSON.stringify(servedDocument(contract), withExample)) },
    { folderStrategy: 'Tags', parametersResolution: 'Example', optimizeConversion: false },
  );
  const collection = await new Promise((resolve, reject) => {
    pack.convertV2((error: Error | null, { result, reason, output = [] }: Conversion) => {
      if (error === null && result) resolve(output[0]?.data);
      else reject(new Error(`The contract became no Postman collection: ${error ?? reason}`));
    });
  });
  // The converter gives each part a random id. Without the ids, two builds are the same.
  return JSON.stringify(collection, (key, value) =>
    ['id', '_postman_id'].includes(key) ? undefined : value,
  );
}

/** The converter supports only `example`, and invents a value for a parameter or a field without one. */
function withExample(_key: string, value: unknown): unknown {
  const { in: location, schema, examples } = Object(value);
  if (Array.isArray(examples)) return { ...Object(value), example: examples[0] };
  if (location === undefined || schema === undefined) return value;
  return { ...Object(value), example: contract.firstExample(schema) };
}

import { contract } from '@partner-rating/spec/contract';
import { SchemaPack } from 'openapi-to-postmanv2';

/** What the converter answers, which has no types of its own. */
interface Conversion {
  result: boolean;
  reason?: string;
  output?: { data: unknown }[];
}

/** Returns the contract as a collection of Postman, in folders by tag. */
export async function postmanCollection(): Promise<string> {
  const pack = new SchemaPack(
    { type: 'json', data: structuredClone(contract.document) },
    { folderStrategy: 'Tags', requestParametersResolution: 'Example', optimizeConversion: false },
  );
  const collection = await new Promise((resolve, reject) => {
    pack.convertV2((error: Error | null, { result, reason, output = [] }: Conversion) => {
      if (error === null && result) resolve(output[0]?.data);
      else reject(new Error(`The contract became no Postman collection: ${error ?? reason}`));
    });
  });
  return JSON.stringify(withoutIds(collection));
}

/** The converter names each part by chance; without the names two builds are the same. */
function withoutIds(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutIds);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key]) => !['id', '_postman_id'].includes(key))
      .map(([key, value]) => [key, withoutIds(value)]),
  );
}

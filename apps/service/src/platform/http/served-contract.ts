import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BASE_PATH } from '../configuration/dependencies.ts';
import type { Identity } from '../pages/identity.ts';
import { withOwnAddress } from './site-texts.ts';

// Found in the text, because parsing and writing the documents would slow down each start.
const parts = {
  json: {
    contact: /^ {4}"contact": \{\n(?: {6}.*\n)+ {4}\},\n/m,
    servers: /^ {2}"servers": \[\n(?: {4}.*\n)+ {2}\],\n/m,
    write: (name: string, value: string) => `"${name}": ${value},\n`,
    indent: '  ',
  },
  yaml: {
    contact: /^ {2}contact:\n(?: {4}.*\n)+/m,
    servers: /^servers:\n(?: {2}.*\n)+/m,
    // A value of JSON is also one of YAML.
    write: (name: string, value: string) => `${name}: ${value}\n`,
    indent: '',
  },
};

/** Returns the contract with this service as its only server, and its operator as the contact. */
export function servedContract(
  form: keyof typeof parts,
  publicUrl: string,
  { serviceName, operatorName, operatorContact, termsUrl }: Identity,
): Buffer {
  const { contact, servers, write, indent } = parts[form];
  const operator = {
    termsOfService: termsUrl,
    contact:
      operatorName === null && operatorContact === null
        ? null
        : { ...(operatorName !== null && { name: operatorName }), ...operatorContact },
  };
  const server = { url: `${publicUrl}${BASE_PATH}`, description: serviceName };
  const fields = Object.entries(operator)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${indent}  ${write(name, JSON.stringify(value))}`);
  const location = fileURLToPath(import.meta.resolve(`@partner-rating/spec/openapi.${form}`));
  const text = withOwnAddress(readFileSync(location, 'utf8'), publicUrl)
    .replace(contact, () => fields.join(''))
    .replace(servers, () => `${indent}${write('servers', JSON.stringify([server]))}`);
  return Buffer.from(text);
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import type { Contact } from '../configuration/setting-parsers.ts';
import type { NamingLine } from './domain/naming-line.ts';
import { pageTexts } from './domain/texts.ts';

/** The settings that say what the service is called and who operates it. */
export type Identity = Pick<
  Configuration,
  'serviceName' | 'operatorName' | 'operatorContact' | 'privacyUrl' | 'termsUrl'
>;

const shown = new AsyncLocalStorage<Identity>();

const unset: Identity = readConfiguration({});

/** Writes pages and mails of this service while `run` runs. */
export function withIdentity<Result>(identity: Identity, run: () => Result): Result {
  return shown.run(identity, run);
}

export function identity(): Identity {
  return shown.getStore() ?? unset;
}

/** What people see of the operator. */
interface ShownOperator {
  /** Null if the operator set no name. */
  operatedBy: NamingLine | null;
  links: { text: string; address: string }[];
}

/** Returns what people see of the operator. Null if the operator set nothing. */
export function shownOperator(): ShownOperator | null {
  const { serviceName, operatorName, operatorContact, privacyUrl, termsUrl } = identity();
  const texts = pageTexts().operator;
  const links = [
    { text: texts.contact, address: operatorContact && contactLink(operatorContact) },
    { text: texts.privacy, address: privacyUrl },
    { text: texts.terms, address: termsUrl },
  ].flatMap(({ text, address }) => (address === null ? [] : [{ text, address }]));
  if (operatorName === null && links.length === 0) return null;
  const names = { service: [serviceName], operator: [operatorName ?? ''] };
  return { operatedBy: operatorName === null ? null : { pattern: texts.operatedBy, names }, links };
}

// The characters that would end the address in a link (RFC 6068).
function contactLink(contact: Contact): string {
  if ('url' in contact) return contact.url;
  return `mailto:${contact.email.replace(/[%?#&]/g, encodeURIComponent)}`;
}

const words: Readonly<Record<string, string>> = {
  default: 'Requests',
  ingest: 'Requests that rate matches',
  token: 'Token requests',
  'webhook-test': 'Webhook tests',
};

/** What a class of limits counts; its name, where it is a new one. */
export function limitWords(name: string): string {
  return words[name] ?? name;
}

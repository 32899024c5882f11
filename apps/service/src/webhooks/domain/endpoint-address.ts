import { isPublicAddress } from '../dispatch/domain/public-address.ts';

/** An endpoint's URL, judged by what it says itself; what its name resolves to is judged later. */
export type EndpointAddress =
  | {
      url: URL;
      /** The host as a resolver takes it: without the brackets of IPv6. */
      host: string;
      /** Whether the operator allows it although it is private or plain HTTP. */
      isPrivateTarget: boolean;
    }
  | { fault: AddressFault };

export interface AddressFault {
  code: 'format' | 'https_required' | 'credentials_in_url' | 'address_not_public';
  detail: string;
}

// Names that mean the own machine or the own network, whatever a resolver says of them.
const LOCAL_NAMES = ['localhost', 'local', 'internal', 'home.arpa', 'onion'];

// As `new URL` writes every address, whatever it read: IPv4 in digits and dots, IPv6 with colons.
const ADDRESS = /^[\d.]+$|:/;

// `new URL` passes over these where they stand; the text that is kept would not be what it says.
const INVISIBLE = /[\s\p{Cc}]/u;

export function judgeAddress(text: string, privateTargets: readonly string[]): EndpointAddress {
  const url = URL.parse(text);
  if (url === null || INVISIBLE.test(text)) {
    return refuse('format', 'This must be an absolute URL, such as https://partner.example/hooks.');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse(
      'credentials_in_url',
      'The URL must not hold a user name or password: verify the signature of each event instead.',
    );
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isHttp = url.protocol === 'http:';
  if ((isHttp || url.protocol === 'https:') && privateTargets.includes(hostAndPort(url))) {
    return { url, host, isPrivateTarget: true };
  }
  if (url.protocol !== 'https:') {
    return refuse('https_required', `The URL must begin with https://.${loopbackAdvice(url)}`);
  }
  if (ADDRESS.test(host) ? !isPublicAddress(host) : isLocalName(host)) {
    return refuse(
      'address_not_public',
      'The host must be reachable from the public internet: private, loopback, link-local and ' +
        'other special addresses are refused.',
    );
  }
  return { url, host, isPrivateTarget: false };
}

function refuse(code: AddressFault['code'], detail: string): EndpointAddress {
  return { fault: { code, detail } };
}

// A first receiver is often on the machine of the demonstration, which by default sends to port 4020 alone.
function loopbackAdvice(url: URL): string {
  if (!['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) return '';
  const target = hostAndPort(url);
  return ` To receive on your own machine, start the service there with WEBHOOK_PRIVATE_TARGETS=${target}.`;
}

/** Brings host:port texts to the form that addresses are compared in. */
export function normalizeTargets(targets: readonly string[]): string[] {
  return targets.flatMap((target) => {
    const url = URL.parse(`http://${target}`);
    return url === null ? [] : [hostAndPort(url)];
  });
}

function hostAndPort(url: URL): string {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return `${url.hostname}:${port}`;
}

function isLocalName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return !name.includes('.') || LOCAL_NAMES.some((local) => `.${name}`.endsWith(`.${local}`));
}

/** Who a request comes from, once its credential was accepted. */
export type Caller = KeyCaller | TokenCaller;

export interface KeyCaller {
  kind: 'key';
  scopes: ReadonlySet<string>;
  applicationId: string;
  clientId: string;
  keyId: string;
}

export interface TokenCaller {
  kind: 'token';
  scopes: ReadonlySet<string>;
  applicationId: string;
  connectionId: string;
  memberId: string;
}

import type {
  Oas3_1Definition,
  Oas3_1Schema,
  Oas3Example,
  Oas3ExternalDocs,
  Oas3Header,
  Oas3MediaType,
  Oas3Operation,
  Oas3Parameter,
  Oas3PathItem,
  Oas3RequestBody,
  Oas3Response,
  OasRef,
  UserContext,
} from '@redocly/openapi-core';

/** The second argument of a visitor in Redocly: the location of the node, and the function that reports a problem. */
export type Context = UserContext;

export type Schema = Oas3_1Schema;
export type Parameter = Oas3Parameter<Schema>;
export type Header = Oas3Header<Schema>;
export type MediaType = Oas3MediaType<Schema>;
export type PathItem = Oas3PathItem<Schema>;
export type RequestBody = Oas3RequestBody<Schema>;
export type Response = Oas3Response<Schema>;

/** An operation with the extensions this document gives it. */
export type Operation = Oas3Operation<Schema> & {
  'x-idempotent'?: boolean;
  'x-safe'?: boolean;
  'x-repeatable'?: boolean;
  'x-rate-limit-class'?: string;
  'x-pagination'?: { items: string; cursor: string; offset?: string };
  'x-required-scopes'?: { key?: string[]; user?: string[] };
};

type Visit<Node> = (node: Node, context: Context) => void;

/** The visitors the rules use, with only the types of OpenAPI 3.1. */
interface Visitor {
  any?: Visit<unknown>;
  ref?: Visit<OasRef>;
  Root?: Visit<Oas3_1Definition>;
  Paths?: {
    Operation?: Visit<Operation>;
    PathItem?: Visit<PathItem>;
    Parameter?: Visit<Parameter>;
  };
  WebhooksMap?: { Operation?: Visit<Operation>; RequestBody?: { MediaType: Visit<MediaType> } };
  Operation?: Visit<Operation>;
  Responses?: Visit<Record<string, unknown>>;
  Response?: { MediaType: Visit<MediaType> };
  Parameter?: Visit<Parameter>;
  Header?: Visit<Header>;
  Example?: Visit<Oas3Example>;
  ExternalDocs?: Visit<Oas3ExternalDocs>;
  Schema?: Visit<Schema>;
  SchemaProperties?: Visit<Record<string, Schema>>;
}

/** Called once for each document that is linted. */
export type Rule = () => Visitor;

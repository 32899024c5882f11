import type { PartnerRatingClient, RequestOptions } from '@partner-rating/client';
import type * as z from 'zod';

/** The owner of the credential: a partner application with its API key, or one player with an access token. */
export type Caller = 'application' | 'player';

/** The effect of a tool: it only reads, adds, or changes stored data. */
type Effect = 'reads' | 'adds' | 'alters';

/** A tool, as agents see it, and its call of the client. */
export interface Tool {
  name: string;
  title: string;
  /** What the tool does, when to use it, and which scopes it needs, for an agent. */
  description: string;
  effect: Effect;
  input: z.ZodObject;
  output: z.ZodObject;
  call: (
    client: PartnerRatingClient,
    input: Record<string, unknown>,
    options: RequestOptions,
  ) => Promise<object>;
}

interface ToolOf<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Omit<Tool, 'input' | 'output' | 'call'> {
  input: Input;
  output: Output;
  call: (
    client: PartnerRatingClient,
    input: z.output<Input>,
    options: RequestOptions,
  ) => Promise<z.input<Output>>;
}

/** Creates a tool, whose call has the types of its input and output schemas. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolOf<Input, Output>,
): Tool {
  // The server calls this function with the result of the input schema.
  return definition as unknown as Tool;
}

import type { OpenAPIV3 } from 'openapi-types';
import type { Contract } from '@kitroom/shared';
import { createResponseCheck } from '@kitroom/testing/check-response';
import { shortenLists, withoutSecrets } from './tidy-example.ts';

/** A request of an endpoint and its responses by status, as shown in the OpenAPI document. */
export interface ApiExample {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  responses: Record<string, unknown>;
}

/** Examples by operation id. */
export type ApiExamples = Record<string, ApiExample>;

/** Parts of a request, in addition to the sender's headers. */
export interface RecordedRequest {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | string[]>;
  body?: object;
  /** Sent as a form, along with the fields of the body. */
  file?: { field: string; content: Blob; name: string };
  headers?: Record<string, string>;
}

/**
 * Sends requests to a service, and keeps the first request of each endpoint with the latest response of each
 * status, as repeated requests are polling.
 */
export interface Recorder {
  // oxlint-disable-next-line typescript/no-explicit-any -- responses are already checked against the document
  call(id: string, request?: RecordedRequest): Promise<{ status: number; headers: Headers; body: any }>;
  examples(): ApiExamples;
}

/** Endpoints whose responses are the whole document. */
const DOCUMENTS = new Set(['getOpenApi', 'getSchema']);

/** Cookies of a browser, shared by its requests. */
export type Cookies = Map<string, string>;

export function openRecorder(
  {
    baseUrl,
    contracts,
    document,
  }: { baseUrl: string; contracts: readonly Contract[]; document: OpenAPIV3.Document },
  cookies: Cookies = new Map(),
): Recorder {
  const check = createResponseCheck(document);
  const examples: ApiExamples = {};
  const secrets = new Map<string, string>();

  function remember(
    id: string,
    { params, query, body, file }: RecordedRequest,
    status: number,
    response: unknown,
  ): void {
    if (status >= 300) return;
    const request = withoutSecrets(
      {
        params,
        query,
        body: file ? { [file.field]: file.name, ...body } : body,
      },
      secrets,
    );
    const { responses, ...first } = (examples[id] ??= { ...request, responses: {} });
    if (typeof response !== 'object' || JSON.stringify(first) !== JSON.stringify(request)) return;
    responses[status] = withoutSecrets(
      shortenLists(DOCUMENTS.has(id) ? startOfDocument(response) : response),
      secrets,
    );
  }

  return {
    examples: () => examples,
    async call(id, request = {}) {
      const contract = contracts.find((candidate) => candidate.id === id);
      if (!contract) throw new Error(`there is no endpoint ${id}`);
      const { path, init } = toRequest(contract, request, cookies);
      const response = await fetch(`${baseUrl}${path}`, { ...init, redirect: 'manual' });
      keepCookies(cookies, response);
      const { status, headers } = response;
      const text = await response.text();
      const isJson = headers.get('Content-Type')?.startsWith('application/json');
      const body: unknown = isJson ? JSON.parse(text) : text;
      check({ method: contract.method, path: path.replace(/\?.*/, ''), status, headers, body });
      remember(id, request, status, body);
      return { status, headers, body };
    },
  };
}

function startOfDocument(response: unknown) {
  const { openapi, info } = response as OpenAPIV3.Document;
  return { openapi, info };
}

function toRequest(
  contract: Contract,
  { params = {}, query = {}, body, file, headers }: RecordedRequest,
  cookies: Cookies,
) {
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? missing(contract.id, name)),
  );
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const form = file && toForm(body ?? {}, file);
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const json = body && !file ? JSON.stringify(body) : undefined;
  return {
    path: search.size > 0 ? `${path}?${search}` : path,
    init: {
      method: contract.method,
      headers: {
        ...(cookie && { Cookie: cookie }),
        ...(json && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: form ?? json ?? null,
    },
  };
}

function toForm(fields: object, { field, content, name }: NonNullable<RecordedRequest['file']>): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, String(value));
  form.set(field, content, name);
  return form;
}

function keepCookies(cookies: Cookies, { headers }: Response): void {
  for (const line of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
}

function missing(id: string, name: string): never {
  throw new Error(`${id} needs ${name}`);
}

import * as z from 'zod';
import { ConfigError, urlVariable } from '@kitroom/server/process/config';

/** Path segments that need no escaping and do not collide with the API or the pages. */
const MEDIA_PATH = /^(?!\/(?:api|archive|accounts|admin)(?:\/|$))(?:\/\w[\w.~-]*)+\/?$/;
const DEFAULT_MEDIA_PATH = '/media/';
/** The region expected by S3 servers without regions. */
const DEFAULT_REGION = 'us-east-1';

export const storageVariables = {
  STORAGE: z
    .enum(['local', 's3'])
    .default('local')
    .meta({ allowed: 'local or s3' })
    .describe('where photos are stored'),
  MEDIA_ROOT: z
    .string()
    .refine((text) => !text.includes('\0'))
    .default('.data/media')
    .meta({ allowed: 'a folder' })
    .describe('for photos, shared by all replicas and workers; `/data/media` in the image'),
  MEDIA_URL: z
    .string()
    .refine((text) => MEDIA_PATH.test(text) || isMediaAddress(text))
    .transform((text) => `${text.replace(/(?<!\/)\/+$/, '')}/`)
    .default(DEFAULT_MEDIA_PATH)
    .meta({
      allowed:
        'a path such as /media/, not below /api/, /archive/, /accounts/ or /admin/, or an address such as https://cdn.example.org/',
    })
    .describe('where photos are served from'),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]{1,254}$/)
    .optional()
    .meta({ allowed: 'the name of a bucket' })
    .describe('where photos are stored with `STORAGE=s3`'),
  S3_REGION: z
    .string()
    .regex(/^\w[\w-]{0,62}$/)
    .optional()
    .meta({ allowed: 'a region such as eu-central-1' })
    .meta({ description: 'on AWS, the region of the bucket', fallback: '`us-east-1` with an endpoint' }),
  S3_ENDPOINT: urlVariable()
    .optional()
    .meta({ allowed: 'the address of a server that speaks S3' })
    .describe('elsewhere, the server'),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .meta({ allowed: 'the id of an access key', secret: true })
    .meta({ description: 'credentials', fallback: "AWS's default credential chain" }),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .optional()
    .meta({ allowed: 'the access key itself', secret: true })
    .meta({ description: 'credentials', fallback: "AWS's default credential chain" }),
  S3_PUBLIC_URL: urlVariable()
    .optional()
    .meta({ allowed: 'the address that the bucket is served at' })
    .meta({ description: 'the public URL of the files', fallback: "the endpoint's own" }),
};

export type S3Options = ReturnType<typeof toS3Options>;

export const S3_VARIABLES = [
  'S3_BUCKET',
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_PUBLIC_URL',
] as const;

type S3Variables = Pick<z.output<z.ZodObject<typeof storageVariables>>, (typeof S3_VARIABLES)[number]>;

/** The S3 settings. Throws a ConfigError that names each missing variable. */
export function toS3Options(variables: S3Variables) {
  const { S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = variables;
  const missing = listMissingS3(variables);
  if (S3_BUCKET === undefined || missing.length > 0) throw new ConfigError(missing.join('; '));
  return {
    bucket: S3_BUCKET,
    region: S3_REGION ?? DEFAULT_REGION,
    /** Undefined on AWS. */
    endpoint: S3_ENDPOINT,
    /** Undefined if the machine has a role, or AWS's usual variables and files provide them. */
    credentials:
      S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined
        ? undefined
        : { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    /**
     * The base of the files' addresses, without a trailing slash; undefined if the endpoint itself serves
     * them.
     */
    publicUrl: variables.S3_PUBLIC_URL,
  };
}

/** Credentials are optional on AWS machines; any other endpoint requires them. */
export function listMissingS3(variables: S3Variables): string[] {
  const isAws = variables.S3_ENDPOINT === undefined;
  const hasIncompleteKey =
    (variables.S3_ACCESS_KEY_ID === undefined) !== (variables.S3_SECRET_ACCESS_KEY === undefined);
  const keys = isAws && !hasIncompleteKey ? [] : (['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const);
  const needed = ['S3_BUCKET', ...(isAws ? (['S3_REGION'] as const) : []), ...keys] as const;
  return needed
    .filter((name) => variables[name] === undefined)
    .map((name) => `${name} is required with STORAGE=s3: ${storageVariables[name].meta()?.allowed}`);
}

/**
 * The path that local files are served below. If the URL has no path, such as a CDN's, it is the default
 * path.
 */
export function toMediaPath(mediaUrl: string): string {
  const path = mediaUrl.startsWith('/') ? mediaUrl : new URL(mediaUrl).pathname;
  return path === '/' ? DEFAULT_MEDIA_PATH : path;
}

function isMediaAddress(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { pathname, search, hash } = new URL(text);
  return (
    (pathname === '/' || MEDIA_PATH.test(pathname)) && search === '' && hash === '' && !/[?#]$/.test(text)
  );
}

import * as z from 'zod';

const ADDRESS = /^[^\s<>@",;:]+@[^\s<>@",;:]+$/;
const NAMED = /^[^<>"\p{Cc}]{1,100}<([^<>]+)>$/u;

export const mailVariables = {
  SMTP_URL: z
    .string()
    .refine((text) => /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text))
    .optional()
    .meta({ allowed: 'an address such as smtps://user:password@mail.example.org', secret: true })
    .meta({ description: 'outgoing mail server', fallback: 'none: e-mails are written to `MAIL_ROOT`' }),
  MAIL_FROM: z
    .string()
    .refine((text) => ADDRESS.test(NAMED.exec(text)?.[1] ?? text))
    .optional()
    .meta({ allowed: 'an e-mail address, such as Kitroom <kits@example.org>' })
    .meta({ description: 'the sender', fallback: '`no-reply` at the host of `PUBLIC_URL`' }),
  MAIL_ROOT: z
    .string()
    .refine((text) => !text.includes('\0'))
    .default('.data/mail')
    .meta({ allowed: 'a folder, for mails where there is no SMTP_URL' })
    .describe('for e-mails if no mail server is configured; `/data/mail` in the image'),
};

type Sender = Pick<z.output<z.ZodObject<typeof mailVariables>>, 'MAIL_FROM'> & {
  PUBLIC_URL?: string | undefined;
};

/** The sender of mails; default: `no-reply` at the service's own host. */
export function readSender({ MAIL_FROM, PUBLIC_URL }: Sender): string {
  if (MAIL_FROM !== undefined) return MAIL_FROM;
  const host = PUBLIC_URL === undefined ? 'localhost' : new URL(PUBLIC_URL).hostname;
  return `Kitroom <no-reply@${host}>`;
}

import { SOCIAL_ERRORS, type SocialErrorCode } from '@kitroom/collection-client';

/** Why somebody cannot be signed in with a provider, or an account not be linked. */
export class SocialRefusal extends Error {
  override readonly name = 'SocialRefusal';
  readonly code: SocialErrorCode;

  constructor(code: SocialErrorCode, cause?: unknown) {
    super(SOCIAL_ERRORS[code], { cause });
    this.code = code;
  }
}

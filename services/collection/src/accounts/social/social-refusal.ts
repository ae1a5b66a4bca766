import { SOCIAL_ERRORS, type SocialErrorCode } from '@kitroom/collection-client';

/** Why a social sign-in or the linking of an account failed. */
export class SocialRefusal extends Error {
  override readonly name = 'SocialRefusal';
  readonly code: SocialErrorCode;

  constructor(code: SocialErrorCode, cause?: unknown) {
    super(SOCIAL_ERRORS[code], { cause });
    this.code = code;
  }
}

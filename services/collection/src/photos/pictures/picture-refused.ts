/** A file is not an accepted picture. The message is shown to its sender. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';

  constructor(reason: string, options?: ErrorOptions) {
    super(`Upload a valid image. ${reason}`, options);
  }
}

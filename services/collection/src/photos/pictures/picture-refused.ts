/** A file is no picture that is taken. The sentence is for whoever sent it. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';

  constructor(reason: string, options?: ErrorOptions) {
    super(`Upload a valid image. ${reason}`, options);
  }
}

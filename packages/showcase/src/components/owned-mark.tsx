/** Marks the picture of a kit that the signed-in user owns. */
export function OwnedMark() {
  return <span className="picture-note owned">In your collection</span>;
}

/** On the picture of a kit of which the signed-in collector has an item. */
export function OwnedMark() {
  return <span className="picture-note owned">In your collection</span>;
}

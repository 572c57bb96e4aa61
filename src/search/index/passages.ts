/** A long text cut into passages of like size, at paragraphs where it can be, at sentences or lines where it must. Pure. */

const passageLength = 900;

export function passagesOf(text: string, length = passageLength): string[] {
  const passages: string[] = [];
  let open = "";
  for (const piece of piecesOf(text, length)) {
    if (open !== "" && open.length + piece.length > length) {
      passages.push(open);
      open = "";
    }
    open += piece;
  }
  if (open.trim() !== "" || passages.length === 0) passages.push(open);
  return passages;
}

function piecesOf(text: string, length: number): string[] {
  return text
    .split(/(?<=\n\s*\n)/)
    .flatMap((paragraph) => (paragraph.length <= length ? [paragraph] : paragraph.split(/(?<=[.!?。！？]\s)|(?<=\n)/)))
    .flatMap((piece) => (piece.length <= length ? [piece] : chunks(piece, length)));
}

function chunks(piece: string, length: number): string[] {
  const cut: string[] = [];
  for (let at = 0; at < piece.length; at += length) cut.push(piece.slice(at, at + length));
  return cut;
}

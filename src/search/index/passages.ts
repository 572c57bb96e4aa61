/** A long text cut into passages of like size, at paragraphs where it can be, at sentences or lines where it must. Pure. */

const LENGTH = 900;

export function passagesOf(text: string): string[] {
  const passages: string[] = [];
  let open = "";
  for (const piece of piecesOf(text)) {
    if (open !== "" && open.length + piece.length > LENGTH) {
      passages.push(open);
      open = "";
    }
    open += piece;
  }
  if (open.trim() !== "" || passages.length === 0) passages.push(open);
  return passages;
}

function piecesOf(text: string): string[] {
  return text
    .split(/(?<=\n\s*\n)/)
    .flatMap((paragraph) => (paragraph.length <= LENGTH ? [paragraph] : paragraph.split(/(?<=[.!?。！？]\s)|(?<=\n)/)))
    .flatMap((piece) => (piece.length <= LENGTH ? [piece] : chunks(piece)));
}

function chunks(piece: string): string[] {
  const cut: string[] = [];
  for (let at = 0; at < piece.length; at += LENGTH) cut.push(piece.slice(at, at + LENGTH));
  return cut;
}

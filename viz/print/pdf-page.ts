// What the parts of report.pdf are added through: a type only.

/** What every part of the page is added through: a tag, and where it hangs in the structure. */
export interface PdfPage {
  readonly doc: PDFKit.PDFDocument;
  readonly widthPt: number;
  readonly add: (tag: string, draw: () => void, alt?: string) => void;
  readonly attach: (element: PDFKit.PDFStructureElement) => void;
  /** Starts a new page unless so many points are left on this one. */
  readonly need: (heightPt: number) => void;
}

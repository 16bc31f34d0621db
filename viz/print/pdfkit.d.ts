// `#pdfkit` of package.json: the package in a clone, one bundled file in the published package.
declare module '#pdfkit' {
  import PDFDocument from 'pdfkit';
  export default PDFDocument;
}

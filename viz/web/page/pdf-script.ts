// The page's second script: what writes a PDF. It stands in the page as a function that runs when a reader asks for one,
// because it is larger than everything else together.

export { pagePdf } from '../../print/page-pdf.ts';

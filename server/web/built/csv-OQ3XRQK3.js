import{h as a,i as b}from"./chunk-RNIQHYR2.js";import"./chunk-WOT6VMZA.js";export{a as csv,b as readCsv};

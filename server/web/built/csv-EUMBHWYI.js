import{j as a,k as b}from"./chunk-H2IGXY4B.js";import"./chunk-WOT6VMZA.js";export{a as csv,b as readCsv};

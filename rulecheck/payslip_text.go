package main

import "github.com/payslate/payslate/rules"

// payslipTexts are the words of a payslip that are not the rules' own.
type payslipTexts struct {
	title, country, taxYear, period, target, difference, profile  string
	rate, base, earnings, gross, deductions, totalDeductions, net string
	employer, totalEmployer, employerCost, perYear, notes         string
	sources, deductionRate, yes, no                               string
	decimal, group                                                rune
	periods                                                       map[string]string
}

var payslipLanguages = map[rules.Language]*payslipTexts{
	rules.English: {
		title: "PAYSLIP", country: "Country", taxYear: "Tax year", period: "Pay period", target: "Net pay asked for", difference: "difference",
		profile: "Profile", rate: "rate", base: "base", earnings: "Earnings", gross: "Gross pay",
		deductions: "Deductions", totalDeductions: "Total deductions", net: "NET PAY",
		employer: "Employer's contributions", totalEmployer: "Total contributions", employerCost: "Cost to the employer",
		perYear: "Per year", notes: "Notes", sources: "Sources", deductionRate: "Deductions in % of gross pay", yes: "yes", no: "no",
		decimal: '.', group: ',',
		periods: map[string]string{"four_weeks": "four weeks"},
	},
	rules.German: {
		title: "LOHNABRECHNUNG", country: "Land", taxYear: "Steuerjahr", period: "Lohnzahlungszeitraum", target: "Gewünschtes Netto", difference: "Abweichung",
		profile: "Merkmale", rate: "Satz", base: "Basis", earnings: "Bezüge", gross: "Bruttoentgelt",
		deductions: "Abzüge", totalDeductions: "Summe der Abzüge", net: "NETTO",
		employer: "Beiträge des Arbeitgebers", totalEmployer: "Summe der Beiträge", employerCost: "Kosten des Arbeitgebers",
		perYear: "Im Jahr", notes: "Hinweise", sources: "Quellen", deductionRate: "Abzüge in % des Bruttoentgelts", yes: "ja", no: "nein",
		decimal: ',', group: '.',
		periods: map[string]string{"year": "Jahr", "month": "Monat", "week": "Woche", "day": "Tag", "fortnight": "zwei Wochen", "four_weeks": "vier Wochen"},
	},
}

"""Asks a server through the client that OpenAPI Generator makes of its description:
python3 try.py ADDRESS KEY"""
import json
import sys

import payslate

configuration = payslate.Configuration(host=sys.argv[1], api_key={"apiKey": sys.argv[2]})
configuration.access_token = None  # which release 5 of the generator reads and does not set
with payslate.ApiClient(configuration) as client:
    salary = payslate.SalaryNetApi(client)
    payslip = salary.calculate_net_salary(payslate.Scenario(
        country="DE", gross=5000, de=payslate.DEProfile(tax_class=3, state="BY")))
    # Health insurance is a line of the employee and one of the employer: payer tells them apart.
    deductions = sum(line.amount for line in payslip.lines if line.payer == "employee")
    assert abs(deductions - (payslip.gross - payslip.net)) < 0.005, (deductions, payslip)

    trip = payslate.TravelPerDiemApi(client).calculate_trip_allowance(payslate.TripRequest(
        regime="de-federal",
        legs=[payslate.TripLeg(country="DK", city="Kopenhagen", arrive="2026-05-04T12:00", depart="2026-05-06T15:00")]))
    assert trip.total == sum(line.amount for line in trip.lines), trip

    try:
        salary.calculate_net_salary(payslate.Scenario(country="DE", gross=1500))
        raise AssertionError("a Minijob without its kind was answered")
    except payslate.ApiException as refused:
        error = json.loads(refused.body)["detail"]["error"]
        assert refused.status == 400 and error == "unsupported_profile", refused
print(f"Python: net {payslip.net} {payslip.currency}, trip {trip.total}; refused: {error}")
